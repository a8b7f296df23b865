"""The place of the board in a game depends on the window only, on all screens."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from page.hands import PLAYERS, SHARED, Player, each_family, some_families
from parameters import slow_where

pytestmark = pytest.mark.integration

DESKS = ((1280, 800), (1920, 1080), (960, 540))
PHONES = ((390, 844), (844, 390), (360, 640), (640, 400))
"""Upright, on its side, small; and a desk at a zoom of 200 %."""
RARE = ((1920, 1080), (360, 640))
"""Screens on which only slow tests look."""
ACROSS = 4.4
"""The width of the drawing in cells: four, and a margin."""
BOXES = """(names) => Object.fromEntries(names.map((name) => {
  const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
  return [name, { x, y, right: x + width, bottom: y + height, width, height }];
}))"""
SHIFTS = """window.shifted = 0; new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.shifted += each.value;
}).observe({ type: "layout-shift", buffered: true });"""
Box = dict[str, float]
Screen = tuple[Player, tuple[int, int]]

each_size = pytest.mark.parametrize(
    "size",
    slow_where(lambda size: size in RARE, DESKS + PHONES),
    ids=lambda size: f"{size[0]}x{size[1]}",
)


def boxes(desk: Desk, *names: str) -> list[Box]:
    """The boxes of the first elements that selectors find."""
    found: dict[str, Box] = desk.page.evaluate(BOXES, list(names))
    return [found[name] for name in names]


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have more than their sides in common."""
    across = min(one["right"], other["right"]) - max(one["x"], other["x"])
    down = min(one["bottom"], other["bottom"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


def open_at(open_desk: Callable[..., Desk], size: tuple[int, int], board: str) -> Desk:
    """A game in a window of that size, which records how far its layout shifts."""
    desk = open_desk(phone=size in PHONES)
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.page.add_init_script(SHIFTS)
    desk.begin(board)
    return desk


def _is_slow(screen: Screen) -> bool:
    """Quick are all families on a desk and a phone, and some on other screens."""
    player, size = screen
    others = () if size in RARE else SHARED
    return size not in ((1280, 800), (390, 844)) and player.family not in others


@pytest.mark.parametrize(
    "screen",
    slow_where(_is_slow, product(PLAYERS, DESKS + PHONES)),
    ids=lambda screen: f"{screen[1][0]}x{screen[1][1]}-{screen[0].family}",
)
def test_everything_fits_and_nothing_covers_the_board(
    screen: Screen, open_desk: Callable[..., Desk]
) -> None:
    player, size = screen
    desk = open_at(open_desk, size, player.board)
    title, frame, message, tools = boxes(desk, ".title-row", ".frame", ".message", ".tools")
    for box in (title, frame, message, tools):
        assert box["x"] >= 0 and box["right"] <= size[0] + 1
        assert box["y"] >= 0 and box["bottom"] <= size[1] + 1
    assert title["height"] == (56 if size[0] > 720 else 52)
    assert message["height"] == 64
    assert frame["width"] > 150 and frame["height"] > 100
    parts = [title, frame, message, tools]
    assert not any(overlap(a, b) for i, a in enumerate(parts) for b in parts[i + 1 :])
    if size in PHONES:
        keys = desk.page.locator(".controls button:visible")
        for i in range(keys.count()):
            key = keys.nth(i).bounding_box()
            assert key and min(key["width"], key["height"]) >= 43
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@each_size
def test_the_board_is_as_large_as_the_stage_allows(
    size: tuple[int, int], open_desk: Callable[..., Desk]
) -> None:
    desk = open_at(open_desk, size, PLAYERS[0].board)
    stage, board, controls = boxes(desk, ".stage", ".board", ".controls")
    if size in DESKS:
        panel = 300 if size[0] <= 1100 else 352
        wanted = min(stage["height"] - 64 - 36, stage["width"] - panel - 224 - 72, ACROSS * 160)
    elif size[0] > size[1]:
        wanted = min(stage["height"] - 16, 0.52 * stage["width"])
    else:
        wanted = min(stage["width"] - 16, stage["height"] - 64 - 32 - controls["height"])
    assert board["width"] == pytest.approx(wanted, abs=2)
    assert board["height"] == pytest.approx(wanted, abs=2)


@each_size
def test_panel_pause_hints_and_messages_do_not_move_the_board(
    size: tuple[int, int], open_desk: Callable[..., Desk]
) -> None:
    desk = open_at(open_desk, size, PLAYERS[0].board)
    before = boxes(desk, ".board", ".message", ".controls")
    desk.button("Rules, hints, analysis").click()
    assert boxes(desk, ".board", ".message", ".controls") == before
    desk.press("Escape")
    for taps in (1, 2, 3):
        desk.page.locator(".layer [tabindex='0']").press("h")
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
        assert boxes(desk, ".board", ".message", ".controls") == before
    desk.button("Leave it to me").click()
    desk.page.locator(".clock").click()
    assert boxes(desk, ".board", ".message", ".controls") == before
    expect(desk.page.locator(".drawing")).to_be_hidden()
    desk.button("Resume").click()
    expect(desk.page.locator(".drawing")).to_be_visible()
    assert boxes(desk, ".board", ".message", ".controls") == before
    desk.page.wait_for_timeout(600)  # shifts by a person's own action do not count for 500 ms
    assert desk.page.evaluate("window.shifted") < 0.05


@each_family
def test_the_rules_are_open_in_the_first_game_of_a_family_and_a_tap_closes_them(
    player: Player, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=True, newcomer=True)
    desk.begin(player.board)
    panel = desk.page.locator(".panel")
    expect(panel.get_by_role("tabpanel", name="Rules")).to_be_visible()
    rules, board = boxes(desk, ".panel", ".frame")
    assert rules["y"] > 0.36 * 844 and rules["bottom"] == 844
    desk.page.touchscreen.tap(board["x"] + 4, board["y"] + 4)
    expect(panel).to_be_hidden()
    desk.begin(player.board)
    expect(panel).to_be_hidden()


def test_a_size_that_does_not_fit_the_title_is_left_out(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.page.set_viewport_size({"width": 376, "height": 844})
    desk.begin(next(player.board for player in PLAYERS if player.family == "solids"))
    about, size = boxes(desk, ".title-row .about", ".title-row .size")
    assert size["right"] <= about["right"] + 1 or size["y"] >= about["bottom"]


@some_families
def test_the_name_of_the_family_is_not_cut_on_a_phone(
    player: Player, open_desk: Callable[..., Desk]
) -> None:
    desk = open_at(open_desk, (360, 640), player.board)
    name = desk.page.locator(".title-row h1")
    assert name.evaluate("each => each.scrollWidth <= each.clientWidth")
    (more,) = boxes(desk, ".more-button")
    assert more["right"] <= 360


@pytest.mark.parametrize("locale", ["pt-BR", "es-ES"])
def test_long_words_of_the_tabs_and_of_titles_are_not_cut_on_a_phone(
    locale: str, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=True, locale=locale)
    desk.page.set_viewport_size({"width": 360, "height": 640})
    desk.go("#/puzzles")
    tabs = desk.page.locator("#tabs a")
    expect(tabs).to_have_count(4)
    heights = "links => links.map((each) => each.querySelector('svg').getBoundingClientRect().y)"
    assert len(set(tabs.evaluate_all(heights))) == 1, "an icon is pushed up"
    for family in ("edges", "solids"):
        desk.begin(next(player.board for player in PLAYERS if player.family == family))
        name = desk.page.locator(".title-row h1")
        assert name.evaluate("each => each.scrollWidth <= each.clientWidth")
        title, row = boxes(desk, ".title-row h1", ".title-row")
        assert title["height"] <= row["height"]


@pytest.mark.parametrize("locale", ["en-GB", "pt-BR", "es-ES"])
def test_the_words_of_the_bar_of_a_tangram_fit_at_a_zoom_of_200_percent(
    locale: str, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=True, locale=locale)
    desk.page.set_viewport_size({"width": 640, "height": 400})
    desk.begin(next(player.board for player in PLAYERS if player.family == "tangram"))
    legend = desk.page.locator(".coverage .legend")
    assert legend.evaluate("each => each.scrollWidth <= each.clientWidth")
    last, message = boxes(desk, ".coverage .legend span:last-of-type", ".message")
    assert not overlap(last, message)


def test_a_left_handed_player_has_the_controls_at_the_left(desk: Desk) -> None:
    desk.page.add_init_script("localStorage.setItem('quebra.leftHanded', 'true')")
    desk.begin(PLAYERS[0].board)
    board, controls, panel = boxes(desk, ".board", ".controls", ".panel")
    assert panel["right"] <= controls["x"] and controls["right"] <= board["x"]


COVERED = """() => [...document.querySelectorAll("button, [tabindex='0']")].filter((each) => {
  if (!each.checkVisibility() || each.closest("[inert], .panel")) return false;
  const { x, y, width, height } = each.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".panel");
}).map((each) => each.outerHTML)"""
"""The controls that could have the focus below the panel."""


@pytest.mark.parametrize("size", [(390, 844), (640, 400)], ids=["phone", "zoomed"])
def test_what_a_sheet_covers_cannot_have_the_focus(
    size: tuple[int, int], open_desk: Callable[..., Desk]
) -> None:
    desk = open_at(open_desk, size, PLAYERS[0].board)
    panel = desk.page.locator(".panel")
    desk.button("Rules, hints, analysis").press("Enter")
    expect(desk.page.locator(".controls[inert]")).to_have_count(1)
    assert desk.page.evaluate(COVERED) == []
    desk.button("More").focus()
    desk.press("Escape")
    expect(panel).to_be_hidden()
    expect(desk.page.locator(".play > [inert]")).to_have_count(0)
    desk.tool("Hint").focus()
    for taps in (1, 2, 3):
        desk.press("Enter")
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
    expect(panel.get_by_role("button", name="Do it")).to_be_focused()
    assert desk.page.evaluate(COVERED) == []
    desk.press("Escape")
    expect(desk.cell("r1c1")).to_be_focused()
    desk.press("h")
    expect(panel).to_be_visible()
    expect(desk.page.locator(".controls[inert]")).to_have_count(1)
    expect(desk.cell("r1c1")).to_be_focused()
    desk.press("Escape")
    expect(panel).to_be_hidden()


@each_family
@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "side"])
def test_a_left_handed_player_has_everything_in_view_on_a_phone(
    player: Player, size: tuple[int, int], open_desk: Callable[..., Desk]
) -> None:
    desk = open_at(open_desk, size, player.board)
    names = (".frame", ".message", ".controls", ".tools")
    before = boxes(desk, *names)
    desk.page.evaluate("localStorage.setItem('quebra.leftHanded', 'true')")
    desk.page.reload()
    desk.wait_for_moves(0)
    frame, *others = after = boxes(desk, *names)
    if size[0] < size[1]:
        assert after == before
    for box in after:
        assert box["x"] >= 0 and box["right"] <= size[0] + 1
        assert box["y"] >= 0 and box["bottom"] <= size[1] + 1
        assert size[0] < size[1] or box is frame or box["right"] <= frame["x"]
    assert not any(overlap(frame, box) for box in others)
    text = desk.voice.locator("p").bounding_box()
    assert text
    point = [text["x"] + 4, text["y"] + text["height"] / 2]
    found = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.message'))"
    assert desk.page.evaluate(found, point)


@pytest.mark.parametrize("size", [(844, 390), (640, 400)], ids=["phone", "zoomed"])
def test_the_tabs_of_the_tray_are_whole_on_a_phone_on_its_side(
    size: tuple[int, int], open_desk: Callable[..., Desk]
) -> None:
    edges = next(player for player in PLAYERS if player.family == "edges")
    desk = open_at(open_desk, size, edges.board)
    tabs, pieces, message, tools = boxes(desk, ".tray-tabs", ".pieces", ".message", ".tools")
    assert message["bottom"] <= tabs["y"] and tools["bottom"] <= size[1]
    (controls,) = boxes(desk, ".controls")
    assert controls["y"] <= tabs["y"] and tabs["height"] >= 44
    assert pieces["y"] >= tabs["bottom"]


def test_what_a_finger_touches_is_large_enough(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)

    def assert_large(selector: str) -> None:
        expect(desk.page.locator(selector).first).to_be_visible()
        (found,) = boxes(desk, selector)
        assert found["width"] >= 44 and found["height"] >= 44, selector

    desk.go("#/")
    assert_large(".family-tile h3 a")
    desk.go("#/new")
    assert_large("summary")
    desk.begin(PLAYERS[0].board)
    desk.button("More").tap()
    assert_large("dialog select")
    desk.press("Escape")
    for taps in (1, 2, 3):
        desk.tool("Hint").tap()
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
    assert_large(".reason p a")


def test_an_empty_message_has_no_ground(open_desk: Callable[..., Desk]) -> None:
    desk = open_at(open_desk, (390, 844), PLAYERS[0].board)
    ground = "each => getComputedStyle(each).backgroundColor"
    assert desk.voice.evaluate(ground) != "rgba(0, 0, 0, 0)"
    desk.cell("r1c1").tap()
    desk.page.locator(".value").nth(2).tap()
    desk.wait_for_moves(1)
    desk.tool("Undo").tap()
    desk.wait_for_moves(0)
    expect(desk.voice).to_have_text("")
    assert desk.voice.evaluate(ground) == "rgba(0, 0, 0, 0)"


@each_family
def test_the_taps_of_a_hint_are_shown_above_its_sign(
    player: Player, open_desk: Callable[..., Desk]
) -> None:
    desk = open_at(open_desk, (390, 844), player.board)
    desk.tool("Hint").tap()
    expect(desk.page.locator(".pips .on")).to_have_count(1)
    pips, sign = boxes(desk, ".pips", ".tool.hint svg")
    middle = pips["x"] + pips["width"] / 2
    assert middle == pytest.approx(sign["x"] + sign["width"] / 2, abs=2)
    assert pips["bottom"] <= sign["y"] + 4


def test_a_board_that_is_too_wide_scrolls_alone(open_desk: Callable[..., Desk]) -> None:
    # A board with gravity is not turned.
    board = "shisen\ngravity on\n" + "\n".join(["ABCDEFGHIJKLMNOPQRSTUVWX"] * 4)
    desk = open_at(open_desk, (360, 640), board)
    frame, tools = boxes(desk, ".frame", ".tools")
    assert frame["right"] <= 360 and tools["bottom"] <= 640
    last = desk.cell("r4c24")
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert box and box["width"] >= 20 and box["x"] + box["width"] <= 360
    assert boxes(desk, ".frame", ".tools") == [frame, tools]


CROWDED = """async (within) => {
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  const buttons = [...document.querySelectorAll(`${within} button`)].filter(
    (each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(".tile, .piece"));
  const box = (each) => each.getBoundingClientRect();
  const leaves = (part, whole) => part.left < whole.left - 1 || part.right > whole.right + 1 ||
    part.top < whole.top - 1 || part.bottom > whole.bottom + 1;
  const common = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return buttons.flatMap((one, i) => [
    one.scrollWidth > one.clientWidth ? `${one.textContent} is wider than its button` : "",
    [...one.children].some((part) => part.checkVisibility() && leaves(box(part), box(one)))
      ? `${one.textContent} leaves its button` : "",
    ...buttons.slice(i + 1).map((other) =>
      common(box(one), box(other)) ? `${one.textContent} lies over ${other.textContent}` : ""),
  ]).filter(Boolean);
}"""


def crowded(desk: Desk, within: str) -> list[str]:
    """The buttons in a part of the page whose words do not fit, and those that overlap."""
    found: list[str] = desk.page.evaluate(CROWDED, within)
    return found


@pytest.mark.parametrize("locale", ["pt-BR", "es-ES"])
def test_the_words_of_all_buttons_fit_in_other_languages(
    locale: str, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(locale=locale)
    found = []
    for player in PLAYERS:
        desk.begin(player.board)
        for width, height in ((1280, 800), (390, 844), (360, 640)):
            desk.page.set_viewport_size({"width": width, "height": height})
            found += [(player.family, width, each) for each in crowded(desk, ".controls")]
    assert not found
