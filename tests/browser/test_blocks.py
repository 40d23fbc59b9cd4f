"""Predict locks and Check answers, in a real browser."""

import pytest

from widgets import Check, Predict, RooflineExplorer


def question(**change):
    return Predict(
        **{
            "question": "One token takes 70 µs. And 64 tokens?",
            "choices": ["64 times as long", "8 times as long", "About the same"],
            "right": 2,
            "why": "The weights are read once for all of them.",
            "opens": "roofline",
        }
        | change
    )


@pytest.fixture
def locked(page, show):
    return show(page, question(), RooflineExplorer(id="roofline"))


def test_the_picture_is_closed_until_a_choice_is_made(locked):
    picture, go = locked.locator("#roofline"), locked.get_by_role("button", name="Show the answer")
    assert picture.is_hidden()
    assert go.is_disabled()
    locked.get_by_label("8 times as long").check()
    assert picture.is_hidden()
    go.click()
    assert picture.is_visible()
    assert locked.locator("#roofline svg text").count() > 5  # drawn, though it had no width before


def test_the_verdict_is_a_sign_and_a_word_at_the_choice(locked):
    locked.get_by_label("8 times as long").check()
    locked.get_by_role("button", name="Show the answer").click()
    rows = locked.locator(".lp-choice").all_inner_texts()
    assert "✗ your choice" in rows[1]
    assert "✓ answer" in rows[2]
    assert "✓" not in rows[0] + rows[1]
    assert locked.get_by_text("The weights are read once").is_visible()


def test_the_right_choice_is_said_to_be_right(locked):
    locked.get_by_label("About the same").check()
    locked.get_by_role("button", name="Show the answer").click()
    assert "✓ your choice" in locked.locator(".lp-choice").nth(2).inner_text()
    assert locked.locator(".lp-wrong").count() == 0


def test_it_works_by_keyboard(locked):
    locked.get_by_label("64 times as long").focus()
    locked.keyboard.press("Space")
    locked.keyboard.press("ArrowDown")
    assert locked.get_by_label("8 times as long").is_checked()
    locked.keyboard.press("Tab")
    locked.keyboard.press("Enter")
    assert locked.locator("#roofline").is_visible()


def test_skip_opens_without_a_verdict(locked):
    locked.get_by_role("button", name="Skip").click()
    assert locked.locator("#roofline").is_visible()
    assert locked.locator(".lp-right, .lp-wrong").count() == 0
    locked.get_by_label("About the same").check()  # and it can still be answered
    locked.get_by_role("button", name="Show the answer").click()
    assert locked.get_by_text("The weights are read once").is_visible()


@pytest.mark.parametrize("hash", ["#roofline?m=2", "#roofline"])
def test_a_deep_link_opens_the_picture(page, show, hash):
    show(page, question(), RooflineExplorer(id="roofline"), hash=hash)
    assert page.locator("#roofline").is_visible()


def test_print_opens_the_picture(locked):
    assert locked.locator("#roofline svg text").count() == 0  # it was never laid out
    locked.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert locked.locator("#roofline svg text").count() > 5
    locked.emulate_media(media="print")
    assert locked.locator("#roofline svg").is_visible()


def test_a_picture_before_its_question_is_closed_too(page, show):
    show(page, RooflineExplorer(id="roofline"), question())
    assert page.locator("#roofline").is_hidden()


def test_other_pictures_stay_open(page, show):
    show(page, question(), RooflineExplorer(id="roofline"), RooflineExplorer(id="other"))
    assert page.locator("#other").is_visible()
    page.get_by_role("button", name="Skip").click()
    assert page.locator("#other").is_visible()


def test_a_lock_on_nothing_locks_nothing(page, show):
    show(page, question(opens="in-another-document"), RooflineExplorer())
    assert page.locator(".lp-w").is_visible()


def test_without_opens_there_is_no_skip(page, show):
    show(page, question(opens=""))
    assert page.get_by_role("button", name="Skip").is_hidden()
    assert page.get_by_role("button", name="Show the answer").is_disabled()


@pytest.mark.parametrize(
    "block", [question(), Check("How much?", 17.5, "µs", worked="58.7 / 3.35")]
)
def test_without_javascript_question_and_answer_are_there(context, show, block):
    page = context(java_script_enabled=False).new_page()
    show(page, block, ready=False)
    assert page.get_by_text(block.question).is_visible()
    folded = page.locator("details")
    assert folded.get_attribute("open") is None
    folded.locator("summary").click()
    assert page.get_by_text(
        "read once" if isinstance(block, Predict) else "58.7 / 3.35"
    ).is_visible()


def test_without_javascript_nothing_is_locked(context, show):
    page = context(java_script_enabled=False).new_page()
    show(page, question(), RooflineExplorer(id="roofline"), ready=False)
    assert page.locator(".lp-fallback").nth(1).is_visible()


# ---- Check ----


@pytest.fixture
def check(page, show):
    return show(
        page,
        Check("Time of 58.7 MB at 3.35 TB/s?", 17.5, "µs", hint_low="Count every weight.",
              hint_high="Only the longer one counts.", worked="58.7 MB / 3.35 TB/s = 17.5 µs"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("entered", "feedback"),
    [
        ("17.5", "✓ Right."),
        ("17.5 µs", "✓ Right."),
        ("17", "✓ Right."),  # 2.9 % off
        ("18.0", "✓ Right."),
        ("1.75e1", "✓ Right."),
        ("17,5", "✓ Right."),
        ("16.9", "✗ Too low. Count every weight."),  # 3.4 % off
        ("18.1", "✗ Too high. Only the longer one counts."),
        ("17,500", "✗ Too high. Only the longer one counts."),
        ("−17.5", "✗ Too low. Count every weight."),
        ("", "✗ Write one number, such as 17.5."),
        ("17 or 18", "✗ Write one number, such as 17.5."),
        ("Infinity", "✗ Write one number, such as 17.5."),
    ],
)
def test_feedback(check, entered, feedback):
    check.get_by_label("Time of 58.7 MB").fill(entered)
    check.keyboard.press("Enter")
    assert check.locator(".lp-feedback").inner_text() == feedback
    assert check.locator(".lp-feedback").get_attribute("aria-live") == "polite"


def test_the_button_checks_too(check):
    check.get_by_label("Time of 58.7 MB").fill("17.5")
    check.get_by_role("button", name="Check").click()
    assert check.locator(".lp-feedback").inner_text() == "✓ Right."


def test_the_worked_answer_is_folded(check):
    assert check.get_by_text("= 17.5 µs").is_hidden()
    check.get_by_text("Worked answer").click()
    assert check.get_by_text("= 17.5 µs").is_visible()


@pytest.mark.parametrize(("answer", "tolerance", "entered", "right"), [(0, 0.03, "0.02", True),
                         (-4, 0.1, "-4.3", True), (-4, 0.1, "-4.5", False)])  # fmt: skip
def test_zero_and_negative_answers(page, show, answer, tolerance, entered, right):
    show(page, Check("?", answer, "", tolerance=tolerance))
    page.locator(".lp-field").fill(entered)
    page.keyboard.press("Enter")
    assert ("Right" in page.locator(".lp-feedback").inner_text()) is right


@pytest.mark.parametrize("bad", [{"choices": ["one"]}, {"right": 3}, {"right": -1}])
def test_an_impossible_question_is_refused(bad):
    with pytest.raises(ValueError, match=r"choice"):
        question(**bad)
