"""The post office: mails come in, their move files are found and filed, and letters go out."""
