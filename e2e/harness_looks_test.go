package e2e

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

const (
	envAxe = "LITMUS_TEST_AXE" // path of axe.min.js, of the axe-core that package.json pins
	// folder that pictures of the pages go to; without it they are artifacts, when go test is asked to keep those
	envScreenshots = "LITMUS_TEST_SCREENSHOTS"

	desktopWidth, desktopHeight = 1280, 900
	phoneWidth, phoneHeight     = 375, 812
)

var (
	desktop = chromedp.EmulateViewport(desktopWidth, desktopHeight)
	phone   = chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateScale(2))
)

func colors(scheme string) chromedp.Action[chromedp.Void] {
	return tell(emulation.SetEmulatedMedia.Method, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

var axe = sync.OnceValues(func() (string, error) {
	b, err := os.ReadFile(os.Getenv(envAxe))
	return string(b), err
})

const withoutAxe = "axe-core is missing (" + envAxe + " names axe.min.js; see CONTRIBUTING.md): the pages are not " +
	"checked for accessibility"

// TestAxe is skipped where the pages are not checked with axe-core; in CI it fails.
func TestAxe(t *testing.T) {
	t.Parallel()
	if os.Getenv(envAxe) == "" {
		without(t, withoutAxe)
	}
	if _, err := axe(); err != nil {
		t.Fatalf("%s: %v", envAxe, err)
	}
}

// decent checks what holds for every page, refusals too: its head, its headings and its headers.
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
	v.mu.Lock()
	headers := map[string]string{}
	if v.document != nil {
		for name, value := range v.document.Headers {
			headers[strings.ToLower(name)] = fmt.Sprint(value)
		}
	}
	v.mu.Unlock()
	referrer := "no-referrer"
	if strings.Contains(about, "/dashboard") { // D9
		referrer = "same-origin"
	}
	for name, want := range map[string]string{"referrer-policy": referrer, "x-content-type-options": "nosniff",
		"cache-control": "no-store"} {
		if got := headers[name]; got != want {
			v.t.Errorf("%s: %s %q, want %q", about, name, got, want)
		}
	}
	policy := headers["content-security-policy"]
	if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") ||
		strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") {
		v.t.Errorf("%s: Content-Security-Policy %q, want a strict one", about, policy)
	}
}

// Looks checks the page as it stands with axe-core, light and dark, on a desktop and on a phone: nothing serious, no
// scrolling sideways, no text under 16 pixels on the phone. It leaves pictures called name.
func (v *Visitor) Looks(name string) *Visitor {
	v.t.Helper()
	source, err := axe()
	if os.Getenv(envAxe) == "" {
		v.t.Log(withoutAxe)
	} else if err != nil {
		v.t.Fatalf("%s: %v", envAxe, err)
	}
	v.mu.Lock()
	v.muted = true // a picture or a check is nothing that the page asked for
	v.mu.Unlock()
	v.do("get ready for looking", scripts(true))
	for _, look := range []struct {
		name   string
		scheme string
		size   chromedp.Action[chromedp.Void]
	}{{"desktop", "light", desktop}, {"desktop-dark", "dark", desktop}, {"phone-dark", "dark", phone},
		{"phone", "light", phone}} {
		v.do("look on a "+look.name, look.size, colors(look.scheme),
			chromedp.Evaluate[chromedp.Void]("window.scrollTo(0, 0)"))
		v.picture(name + "-" + look.name)
		if source != "" {
			v.accessible(source, name+" on a "+look.name)
		}
	}
	v.fits(name)
	v.apart(name)
	v.do("go on", v.screen, colors("light"), scripts(v.scripts))
	v.mu.Lock()
	v.muted = false
	v.mu.Unlock()
	return v
}

func (v *Visitor) picture(name string) {
	v.t.Helper()
	dir := os.Getenv(envScreenshots)
	if dir == "" {
		if kept := flag.Lookup("test.artifacts"); kept == nil || kept.Value.String() != "true" {
			return
		}
		dir = v.t.ArtifactDir()
	}
	v.within("take a picture", func(ctx context.Context) error {
		picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o600)
	})
}

// accessible fails the test for what axe-core calls serious or critical.
func (v *Visitor) accessible(source, about string) {
	v.t.Helper()
	if !ask[bool](v, "look for axe", "typeof window.axe === 'object'") {
		v.do("load axe", chromedp.Evaluate[chromedp.Void](source+";void 0"))
	}
	found := ask[string](v, "run axe",
		`axe.run(document, {resultTypes: ['violations'], preload: false, rules: {'target-size': {enabled: true}}}).then(r => JSON.stringify(
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

// fits checks the page on a phone.
func (v *Visitor) fits(about string) {
	v.t.Helper()
	f := ask[struct {
		Scroll, Client, Inner int
		Small                 []string
		Wide                  []string
	}](v, "measure the page", `(() => {
const root = document.documentElement, small = [], wide = [];
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let n; n = texts.nextNode();) {
  if (!n.data.trim() || n.parentElement.closest('script, style, noscript, template, option')) continue;
  const range = document.createRange();
  range.selectNodeContents(n);
  const r = range.getBoundingClientRect(), size = parseFloat(getComputedStyle(n.parentElement).fontSize);
  if (r.width > 1 && r.height > 1 && size < 16) small.push(size + ' px: ' + n.data.trim().slice(0, 60));
}
for (const e of document.querySelectorAll('input:not([type=hidden]), select, textarea, button'))
  if (parseFloat(getComputedStyle(e).fontSize) < 16) small.push(getComputedStyle(e).fontSize + ': ' + e.outerHTML.slice(0, 80));
for (const e of document.body.querySelectorAll('*'))
  if (e.getBoundingClientRect().right > root.clientWidth + 1 && e.getBoundingClientRect().width > 1) wide.push(e.outerHTML.slice(0, 80));
return {Scroll: root.scrollWidth, Client: root.clientWidth, Inner: Math.round(window.innerWidth), Small: small, Wide: wide};
})()`)
	if f.Scroll > f.Client || f.Client != phoneWidth || f.Inner > phoneWidth {
		v.t.Errorf("%s on a phone: %d pixels wide on a screen of %d (window %d): %q",
			about, f.Scroll, f.Client, f.Inner, f.Wide)
	}
	if len(f.Small) > 0 {
		v.t.Errorf("%s on a phone: text under 16 pixels: %q", about, f.Small)
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
