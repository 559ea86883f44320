"""The board of Through the Desert as people see it, made from views only.

``svg.draw_board`` and ``legend.list_marks`` are for pages, ``text.draw_text`` for characters, and ``reading.read_text``
reads such a text back. Each is imported from its own module, since a command needs one or two of them.
"""
