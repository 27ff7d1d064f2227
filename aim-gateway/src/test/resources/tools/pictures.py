"""Takes pictures of a tool's pages in the browser that is installed."""
import shutil
from contextlib import contextmanager

from playwright.sync_api import sync_playwright


@contextmanager
def pictures(tool, folder):
    """A page, and what takes a picture of it as soon as nothing loads any more. Answers that are errors are printed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium") or shutil.which("google-chrome"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1500, "height": 1000})
        page.on("response", lambda answer: answer.status >= 400 and print(answer.status, answer.url, answer.text()[:500]))

        def picture(name):
            page.wait_for_timeout(2_000)
            for frame in page.frames:
                frame.get_by_text("Loading...").first.wait_for(state="hidden")
            page.screenshot(path=f"{folder}/{tool}-{name}.png")
            print("OK", name, flush=True)

        try:
            yield page, picture
        except Exception:
            page.screenshot(path=f"{folder}/{tool}-failed.png")
            raise
