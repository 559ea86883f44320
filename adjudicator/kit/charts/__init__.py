"""Charts of how a game goes, as static SVG of our own: lines by turn, columns, stacked bars, a podium.

Nothing needs colour: lines differ in dash and tokens and end in their names, bars carry their numbers. What is drawn in
``currentColor`` follows the page, light or dark.
"""
