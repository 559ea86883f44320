"""The board of Catan as people see it, made from the view JSON only.

``svg.draw_board``, ``dice.draw_dice`` and ``legend.list_marks`` are for pages, ``text.draw_text`` and
``dice.draw_dice_text`` for characters. Each is imported from its own module, since a command needs one or two of them.
"""
