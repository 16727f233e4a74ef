package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

const (
	envAxe         = "LITMUS_TEST_AXE"         // path of axe.min.js, of the axe-core that package.json pins
	envScreenshots = "LITMUS_TEST_SCREENSHOTS" // folder that pictures of the pages go to

	desktopWidth, desktopHeight = 1280, 900
	phoneWidth, phoneHeight     = 375, 812
)

var (
	desktop = chromedp.EmulateViewport(desktopWidth, desktopHeight)
	phone   = chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateScale(2))
)

// colors sets the scheme, without transitions: a colour that is on its way to another has no contrast.
func colors(scheme string) chromedp.Action[chromedp.Void] {
	return tell(emulation.SetEmulatedMedia.Method, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"}},
	})
}

var axe = sync.OnceValues(func() (string, error) {
	b, err := os.ReadFile(os.Getenv(envAxe))
	return string(b), err
})

const withoutAxe = "axe-core is missing (" + envAxe + " names axe.min.js; see CONTRIBUTING.md): the pages are not " +
	"checked for accessibility"

// decent checks what holds for every page, refusals too: its head and its headings.
func (v *Visitor) decent() {
	v.t.Helper()
	about := shortened(v.URL())
	faults := ask[[]string](v, "look at the page's frame", `(() => {
const faults = [], want = (ok, text) => ok || faults.push(text);
want(document.title.trim(), 'no title');
want(document.documentElement.lang, 'no language');
want(document.querySelectorAll('h1').length === 1, document.querySelectorAll('h1').length + ' headings of the first level');
want(document.querySelector('meta[name=viewport]'), 'no viewport');
want(document.querySelectorAll('main').length === 1, 'no main part');
want(!document.querySelector('style, [style], script:not([src])'), 'style or script in the page');
return faults;
})()`)
	for _, f := range faults {
		v.t.Errorf("%s: %s", about, f)
	}
}

// Looks checks the page as it stands with axe-core, light and dark, on a desktop and on a phone: nothing serious, no
// scrolling sideways, no text under 16 pixels on the phone. Dark differs from light by its colours alone, so it is
// checked for these alone. It leaves pictures called name.
func (v *Visitor) Looks(name string) *Visitor {
	v.t.Helper()
	source := v.beginsLooking()
	for _, look := range []struct {
		name   string
		scheme string
		size   chromedp.Action[chromedp.Void]
	}{{"desktop", "light", desktop}, {"desktop-dark", "dark", desktop}, {"phone-dark", "dark", phone},
		{"phone", "light", phone}} {
		v.do("look on a "+look.name, look.size, colors(look.scheme),
			chromedp.Evaluate[chromedp.Void]("window.scrollTo(0, 0)"))
		about := name + "-" + look.name
		if look.scheme == "dark" {
			v.picture(about)
			v.accessible(source, about, "{runOnly: ['color-contrast', 'link-in-text-block']}")
			continue
		}
		v.looksFine(source, about, strings.HasPrefix(look.name, "phone"))
	}
	v.do("go on", v.screen, colors("light"), scripts(v.scripts))
	v.mute(false)
	return v
}

// glance is [Visitor.Looks] on the visitor's own screen alone.
func (v *Visitor) glance(name string) *Visitor {
	v.t.Helper()
	source := v.beginsLooking()
	v.do("hold still", colors("light"))
	v.looksFine(source, name, ask[bool](v, "measure the screen", "window.innerWidth < 500"))
	v.do("go on", scripts(v.scripts))
	v.mute(false)
	return v
}

// beginsLooking gets ready and returns axe-core, "" if it is not there.
func (v *Visitor) beginsLooking() string {
	v.t.Helper()
	source, err := axe()
	if os.Getenv(envAxe) == "" && os.Getenv("CI") == "true" {
		v.t.Fatal(withoutAxe)
	} else if os.Getenv(envAxe) == "" {
		v.t.Log(withoutAxe)
	} else if err != nil {
		v.t.Fatalf("%s: %v", envAxe, err)
	}
	v.mute(true) // a picture or a check is nothing that the page asked for
	v.do("get ready for looking", scripts(true))
	return source
}

func (v *Visitor) looksFine(source, about string, onPhone bool) {
	v.t.Helper()
	v.picture(about)
	v.accessible(source, about, "{}")
	v.fits(about, onPhone)
	v.apart(about)
}

func (v *Visitor) picture(name string) {
	v.t.Helper()
	dir := os.Getenv(envScreenshots)
	if dir == "" {
		return
	}
	v.within("take a picture", func(ctx context.Context) error {
		picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o600)
	})
}

// accessible fails the test for what axe-core, with these options (JavaScript), calls serious or critical. Without
// axe-core it does nothing, which [Visitor.beginsLooking] has said.
func (v *Visitor) accessible(source, about, options string) {
	v.t.Helper()
	if source == "" {
		return
	}
	if !ask[bool](v, "look for axe", "typeof window.axe === 'object'") {
		v.do("load axe", chromedp.Evaluate[chromedp.Void](source+";void 0"))
	}
	found := ask[string](v, "run axe",
		`axe.run(document, Object.assign({resultTypes: ['violations'], preload: false,
rules: {'target-size': {enabled: true}}}, `+options+`)).then(r => JSON.stringify(
r.violations.map(x => ({ID: x.id, Impact: x.impact, Help: x.help, Nodes: x.nodes.map(n => n.html.slice(0, 200) + ' ' + n.failureSummary).slice(0, 3)}))))`, chromedp.EvalAwaitPromise)
	var violations []struct {
		ID, Impact, Help string
		Nodes            []string
	}
	if err := json.Unmarshal([]byte(found), &violations); err != nil {
		v.t.Fatalf("axe answered %q: %v", found, err)
	}
	for _, x := range violations {
		if report := fmt.Sprintf("%s: axe: %s, %s: %s\n%s", about, x.Impact, x.ID, x.Help,
			strings.Join(x.Nodes, "\n")); x.Impact == "serious" || x.Impact == "critical" {
			v.t.Error(report)
		} else {
			v.t.Log(report)
		}
	}
}

// fits checks that the page is no wider than the screen, and that nothing is small on a phone.
func (v *Visitor) fits(about string, onPhone bool) {
	v.t.Helper()
	f := ask[struct {
		Scroll, Client, Inner int
		Small                 []string
		Wide                  []string
	}](v, "measure the page", `(() => {
const root = document.documentElement, small = [], wide = [];
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let n; n = texts.nextNode();) {
  const other = 'script, style, noscript, template, option, code, kbd, pre, .mono';
  if (!n.data.trim() || n.parentElement.closest(other)) continue;
  const range = document.createRange();
  range.selectNodeContents(n);
  const r = range.getBoundingClientRect(), size = parseFloat(getComputedStyle(n.parentElement).fontSize);
  if (r.width > 1 && r.height > 1 && size < 16) small.push(size + ' px: ' + n.data.trim().slice(0, 60));
}
for (const e of document.querySelectorAll('input:not([type=hidden]), select, textarea, button:not([hidden])'))
  if (parseFloat(getComputedStyle(e).fontSize) < 16) small.push(getComputedStyle(e).fontSize + ': ' + e.outerHTML.slice(0, 80));
for (const e of document.body.querySelectorAll('*'))
  if (e.getBoundingClientRect().right > root.clientWidth + 1 && e.getBoundingClientRect().width > 1) wide.push(e.outerHTML.slice(0, 80));
return {Scroll: root.scrollWidth, Client: root.clientWidth, Inner: Math.round(window.innerWidth), Small: small, Wide: wide};
})()`)
	if f.Scroll > f.Client || onPhone && (f.Client != phoneWidth || f.Inner > phoneWidth) {
		v.t.Errorf("%s: %d pixels wide on a screen of %d (window %d): %q", about, f.Scroll, f.Client, f.Inner, f.Wide)
	}
	if onPhone && len(f.Small) > 0 {
		v.t.Errorf("%s: text under 16 pixels: %q", about, f.Small)
	}
}

// apart checks that what stands in a card does not lie over what stands above it there.
func (v *Visitor) apart(about string) {
	v.t.Helper()
	over := ask[[]string](v, "measure the cards", `(() => {
const over = [], box = e => e.getBoundingClientRect();
for (const card of document.querySelectorAll('.card')) {
  const shown = [...card.children].filter(e =>
    box(e).height > 1 && !['absolute', 'fixed'].includes(getComputedStyle(e).position));
  shown.slice(1).forEach((e, n) => {
    const above = box(shown[n]), here = box(e);
    if (here.top < above.bottom - 1 && here.bottom > above.top + 1 && here.left < above.right &&
      above.left < here.right) over.push(e.innerText.slice(0, 60));
  });
}
return over;
})()`)
	if len(over) > 0 {
		v.t.Errorf("%s: in a card these lie over what stands above them: %q", about, over)
	}
}
