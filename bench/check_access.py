"""Checks pages with axe-core: whether people who read with ears, keys or little sight can use them.

    python bench/check_access.py AXE PAGE...

`AXE` is the file `axe.min.js` of axe-core 4.14, which is no part of the project: `npm install axe-core@4.14.1` in a
folder of its own. Each page is looked at on a phone and on a desktop, by day and by night, with all that is folded
open. Prints every violation; status 1 where there is one. It needs the Chromium browser and no network.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from browser import DARK, LIGHT, PATIENT, ask_page, find_browser

WIDTHS = (390, 1280)
SCRIPT = """async (page, frame) => {
  const tool = page.createElement("script")
  tool.textContent = AXE
  page.head.append(tool)
  for (const fold of page.querySelectorAll("details")) fold.open = true
  const found = await frame.contentWindow.axe.run(page)
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length} times, ${nodes[0].target})`)
}"""


def main() -> int:
    """Checks every page named on the command line; 0 without a violation, 1 with one, 2 for wrong usage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("axe", type=Path, help="the file axe.min.js")
    parser.add_argument("pages", type=Path, nargs="+", help="HTML pages")
    arguments = parser.parse_args()
    browser = find_browser()
    script = SCRIPT.replace("AXE", json.dumps(arguments.axe.read_text(encoding="utf-8")).replace("</", "<\\/"))
    found = 0
    for file in arguments.pages:
        # no page lets a foreign script run
        page = re.sub(r"<meta http-equiv=[^>]*>", "", file.read_text(encoding="utf-8"))
        for width in WIDTHS:
            for light, scheme in (("by day", LIGHT), ("by night", DARK)):
                violations: list[str] = json.loads(ask_page(browser, page, width, script, scheme, PATIENT))
                found += len(violations)
                print(f"{file} at {width} {light}: {len(violations)} violations", flush=True)
                for violation in violations:
                    print(f"  {violation}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
