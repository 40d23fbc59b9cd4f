"""Benchmarks of the built book, the speed model, rounding and the GPU kernels: `make bench`.

One run, one machine: the live widget of this book beside the same widget embedded the standard way
(ipywidgets' html-manager, as nbconvert and Sphinx use it). The html-manager and require.js are
fetched with npm into a temporary folder and never kept.
"""

import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from bench_rounding import rounding_speed
from playwright.sync_api import sync_playwright

from lowbit import judge
from lowbit.speed import RUNGS
from widgets import RooflineExplorer, join

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "book"))
sys.path.insert(0, str(ROOT / "book/_ext"))
from bits_site import bits  # noqa: E402
from toolbox import BROWSER_ARGS, find_browser, served  # noqa: E402

SITE = ROOT / "_build/html"
PAGE = "book/pictures.html"  # the explorer, open from the start
CHAPTER = "chapters/03_roofline.html"
RUNS = 7

SLIDER = ".lp-w[id*=roofline] input[type=range]"
READY = """(slider) => new Promise((done) => {
  const look = () => document.querySelector(slider) && (done(performance.now()), true);
  if (!look()) new MutationObserver((_, o) => look() && o.disconnect())
    .observe(document, { childList: true, subtree: true });
})"""
# From the event to the end of the frame in which the picture has changed: scripts, style, layout.
LATENCY = """async (slider) => {
  const input = document.querySelector(slider), w = input.closest(".lp-w");
  const times = [];
  for (let i = 0; i < 40; i++) {
    const start = performance.now();
    const changed = new Promise((ok) => new MutationObserver((_, o) => (o.disconnect(), ok()))
      .observe(w, { childList: true, characterData: true, attributes: true, subtree: true }));
    input.value = +input.min + (input.max - input.min) * ((i * 7 + 3) % 20) / 20;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await changed;
    w.getBoundingClientRect(); // style and layout of what was drawn
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[20];
}"""


def standard_page(folder):
    """The chapter's page with its widgets embedded by ipywidgets' html-manager instead of ours."""
    shutil.copytree(SITE, folder, dirs_exist_ok=True)
    for package in ("@jupyter-widgets/html-manager@1.0.14", "requirejs@2.3.7"):
        npm = shutil.which("npm") or sys.exit("make bench needs npm for the standard embedding.")
        packed = subprocess.run([npm, "pack", "--silent", package], cwd=folder, check=True,
                                capture_output=True, text=True).stdout.strip()  # fmt: skip
        subprocess.run(["tar", "xzf", packed], cwd=folder, check=True)
        (folder / "package").rename(folder / package.split("@")[-2].split("/")[-1])
    amd = Path(find_spec("anywidget").origin).parent / "nbextension/index.js"
    shutil.copy(amd, folder / "anywidget.js")
    from ipywidgets.embed import embed_data

    widget = RooflineExplorer(m=64)
    data = embed_data(views=[widget], drop_defaults=False)  # the module is a default, too
    state = json.dumps(data["manager_state"]).replace("</", "<\\/")
    view = json.dumps(data["view_specs"][0])
    scripts = (
        '<script src="/requirejs/require.js"></script>'
        "<script>requirejs.config({ paths: { anywidget: '/anywidget' } });</script>"
        '<script src="/html-manager/dist/embed-amd.js"></script>'
        f'<script type="application/vnd.jupyter.widget-state+json">{state}</script>'
    )
    page = (folder / PAGE).read_text("utf-8")
    page = re.sub(r"<script[^>]*/bits/[^>]*></script>", "", page)
    page = page.replace("</head>", scripts + "</head>", 1)
    place = f'<script type="application/vnd.jupyter.widget-view+json">{view}</script>'
    page = re.sub(r'<div class="lp-static" data-widget="roofline_explorer".*?</script>',
                  lambda found: found[0] + place, page, count=1, flags=re.S)  # fmt: skip
    (folder / PAGE).write_text(page, "utf-8")


def visit(browser, url, measure=True):
    """Bytes and requests of one page as it opens, ms until its first slider is there, and
    slider→DOM ms. Without `measure` only the bytes and requests."""
    page = browser.new_page()
    sizes = []
    page.on("response", lambda r: sizes.append(r.body()) if r.status == 200 else None)
    page.goto(url, wait_until="commit")
    ready = page.evaluate(READY, SLIDER) if measure else None
    page.wait_for_load_state("networkidle")
    latency = page.evaluate(LATENCY, SLIDER) if measure else None
    raw = sum(map(len, sizes))
    packed = sum(len(gzip.compress(body, 6)) for body in sizes)
    page.close()
    return {"raw": raw, "gzip": packed, "requests": len(sizes), "ready": ready, "latency": latency}


def slider_steps(browser, url):
    """{widget: median ms of one step of its main slider}, on the pages where it has most to draw."""
    pages = {"bit": "book/pictures", "roofline": "book/pictures", "scale": "chapters/02_scales"}
    found = {}
    for name, path in pages.items():
        page = browser.new_page()
        page.goto(f"{url}/{path}.html")
        page.wait_for_function("!document.querySelector('.lp-static:not([data-ready])')")
        for skip in page.get_by_role("button", name="Skip").all():
            skip.click()  # opens the picture behind a prediction
        slider = f".lp-static[data-widget^={name}] .lp-w input[type=range]"
        page.locator(slider).first.wait_for()
        found[page.locator(f"[data-widget^={name}]").first.get_attribute("data-widget")] = (
            page.evaluate(LATENCY, slider)
        )
        page.close()
    return found


def compare_pages():
    """Both embeddings visited in turn, so that both see the same load of the machine."""
    found = {"this book": [], "html-manager": []}
    with (
        tempfile.TemporaryDirectory() as name,
        served(SITE) as mine,
        served(name) as theirs,
        sync_playwright() as playwright,
    ):
        standard_page(Path(name))
        urls = {"this book": mine, "html-manager": theirs}
        browser = playwright.chromium.launch(executable_path=find_browser(), args=BROWSER_ARGS)
        for _ in range(RUNS):
            for kind, url in urls.items():
                found[kind].append(visit(browser, f"{url}/{PAGE}"))
        chapter = visit(browser, f"{urls['this book']}/{CHAPTER}", measure=False)
        steps = slider_steps(browser, urls["this book"])
        browser.close()
    print(f"page {PAGE}, median of {RUNS} visits each")
    print(f"{'':14}{'raw kB':>9}{'gzip kB':>9}{'requests':>10}{'usable ms':>11}{'slider ms':>11}")
    rows = {k: {f: median(v[f] for v in visits) for f in visits[0]} for k, visits in found.items()}
    for kind, r in rows.items():
        print(f"{kind:14}{r['raw'] / 1e3:9.0f}{r['gzip'] / 1e3:9.0f}{r['requests']:10.0f}"
              f"{r['ready']:11.0f}{r['latency']:11.2f}")  # fmt: skip
    mine, theirs = rows["this book"], rows["html-manager"]
    print(f"usable {theirs['ready'] / mine['ready']:.1f}× sooner")
    print("one slider step, median ms, of 16.7 for a frame: "
          + ", ".join(f"{name} {ms:.1f}" for name, ms in steps.items()))  # fmt: skip
    print(f"page {CHAPTER} as it opens, without plotly: {chapter['raw'] / 1e3:.0f} kB raw, "
          f"{chapter['gzip'] / 1e3:.0f} kB gzip, {chapter['requests']} requests\n")  # fmt: skip


def code_size():
    """Gzipped size of the facts and of each widget's code with the host."""
    packed = lambda text: len(gzip.compress(text.encode(), 9)) / 1e3  # noqa: E731
    print(f"facts.js {packed(bits.facts()):.1f} kB gzip; code with the host, kB gzip:")
    for names in [[name] for name in join.widgets()] + [join.widgets()]:
        print(f"  {', '.join(names)}: {packed(bits.code(names)):.1f}")
    print()


def model_errors():
    """The speed model on the shapes that were not fitted."""
    print("speed model, error on shapes not fitted: median / worst tenth, % (median over sets)")
    print(f"{'format':16}" + "".join(f"{r:>11}" for r in RUNGS))
    for name, cells in judge.errors_by_format().items():
        shown = [
            f"{100 * cells[r][0]:.1f}/{100 * cells[r][1]:.0f}" if r in cells else "–" for r in RUNGS
        ]
        print(f"{name:16}" + "".join(f"{s:>11}" for s in shown))
    for rung in RUNGS:
        won = judge.winners(rung)
        share = sum(w["right"] for w in won) / sum(w["clear"] for w in won)
        print(f"{rung}: right winner against BF16 in {share:.0%} of the clear cases")


def gpu_kernels():
    """Registers, spills and instructions a weight of the book's GPU kernels, for an H100."""
    if find_spec("triton") is None:
        print("GPU kernels: no Triton on this platform")
        return
    from lowbit.gpu import sass

    for name, options in sass.shipped():
        print(sass.row(sass.inspect(name, 90, **options)))


if __name__ == "__main__":
    if not (SITE / PAGE).exists():
        sys.exit("Build the book first: make book")
    compare_pages()
    code_size()
    model_errors()
    print()
    rounding_speed()
    print()
    gpu_kernels()
