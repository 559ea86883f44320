"""The board of Catan as people see it, made from the view JSON only.

``svg.draw_board`` and ``marks.list_marks`` are for pages, ``text.draw_text`` for characters.
"""
