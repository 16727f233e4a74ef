package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Open opens a link and returns the visitor.
func (v *Visitor) Open(link string) *Visitor {
	v.t.Helper()
	defer v.acts("open "+shortened(link), 1)()
	v.leads("open "+shortened(link), tell(page.Navigate.Method, page.NavigateParams{URL: link}))
	return v
}

// Reload loads the page again.
func (v *Visitor) Reload() *Visitor {
	v.t.Helper()
	defer v.acts("reload", 1)()
	v.leads("reload", tell(page.Reload.Method, page.ReloadParams{}))
	return v
}

// shortened keeps tokens out of messages.
func shortened(link string) string {
	u, err := url.Parse(link)
	if err != nil || len(u.Path) < 16 {
		return link
	}
	return u.Path[:12] + "…"
}

// follows waits until the page has loaded itself again and shows the words.
func (v *Visitor) follows(words string) {
	v.t.Helper()
	v.says(words, "document.body.innerText")
}

// Told waits until the page's message, which says these words, has the focus: a screen reader reads it first.
func (v *Visitor) Told(words string) *Visitor {
	v.t.Helper()
	v.says(words, "document.activeElement.id === 'message' ? document.activeElement.innerText : "+
		"document.activeElement.outerHTML.slice(0, 200)")
	return v
}

// says waits until a part of the page has these words.
func (v *Visitor) says(words, part string) {
	v.t.Helper()
	Until(v.t, letterTimeout, words+" to be on the page", func() (bool, string) {
		text, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](part))
		return err == nil && strings.Contains(text, words), text
	})
}

// Status is the status of the page.
func (v *Visitor) Status() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.document == nil {
		return 0
	}
	return int(v.document.Status)
}

// Want fails the test unless the page has that status and shows every one of the words.
func (v *Visitor) Want(status int, words ...string) *Visitor {
	v.t.Helper()
	text := v.Text()
	if got := v.Status(); got != status {
		v.t.Fatalf("%s: status %d, want %d; the page says\n%s", shortened(v.URL()), got, status, text)
	}
	missing := slices.DeleteFunc(slices.Clone(words),
		func(w string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(w)) })
	if len(missing) > 0 {
		v.t.Errorf("%s: want %q on the page, which says\n%s", shortened(v.URL()), missing, text)
	}
	return v
}

// WantNot fails the test when the page shows any of the words.
func (v *Visitor) WantNot(words ...string) *Visitor {
	v.t.Helper()
	text := v.Text()
	for _, w := range words {
		if strings.Contains(strings.ToLower(text), strings.ToLower(w)) {
			v.t.Errorf("%s: %q is on the page, which says\n%s", shortened(v.URL()), w, text)
		}
	}
	return v
}

// Text is what the page shows, as somebody reads it.
func (v *Visitor) Text() string {
	v.t.Helper()
	return ask[string](v, "read the page", "document.body.innerText")
}

// URL is the address of the page.
func (v *Visitor) URL() string {
	v.t.Helper()
	return ask[string](v, "read the address", "location.href")
}

// find is what scripts look elements up with: by what they are called for people and screen readers, a part of it if
// nothing is called exactly that; behind "field: " only those that are filled in.
const find = `
const named = e => (e.getAttribute('aria-label') || [...(e.labels || [])].map(l => l.innerText).join(' ') || e.innerText || e.value || '').trim().replace(/\s+/g, ' ').replace(/ ,/g, ',');
const seen = e => { const r = e.getBoundingClientRect(); return r.width > 1 && r.height > 1 && e.checkVisibility({visibilityProperty: true}); };
const operable = () => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')].filter(seen);
const find = name => {
  const fields = name.startsWith('field: ');
  const all = operable().filter(e => !fields || e.matches('input, select, textarea'));
  if (fields) name = name.slice(7);
  return all.find(e => named(e) === name) || all.find(e => named(e).includes(name));
};
`

// script completes a function body that knows [find], for elements that are called name.
func script(name, body string) string {
	return fmt.Sprintf("(() => {%s\nconst e = find(%q); %s})()", find, name, body)
}

// Operable is what can be operated on the page, by name, in the order of the page.
func (v *Visitor) Operable() []string {
	v.t.Helper()
	return ask[[]string](v, "list what can be operated", "(() => {"+find+"return operable().map(named)})()")
}

// Offers reports whether something operable on the page is called that.
func (v *Visitor) Offers(name string) bool {
	v.t.Helper()
	return ask[bool](v, "look for "+name, script(name, "return !!e"))
}

// Link is where a link of that name leads.
func (v *Visitor) Link(name string) string {
	v.t.Helper()
	href := ask[string](v, "look for the link "+name, script(name, "return e && e.href || ''"))
	if href == "" {
		v.t.Fatalf("no link %q among %q", name, v.Operable())
	}
	return href
}

// place is where the middle of an element is on the screen, scrolled into view; nothing may cover it.
func (v *Visitor) place(name string) (x, y float64) {
	v.t.Helper()
	at := ask[struct {
		X, Y    float64
		Found   bool
		Covered string
	}](v, "find "+name, script(name, `
if (!e) return {X: 0, Y: 0, Found: false, Covered: ''};
e.scrollIntoView({block: 'center', behavior: 'instant'});
const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2, top = document.elementFromPoint(x, y);
const label = [...(e.labels || [])].some(l => l.contains(top));
return {X: x, Y: y, Found: true, Covered: top && (top === e || e.contains(top) || top.contains(e) || label) ? '' : String(top && top.outerHTML).slice(0, 200)};`))
	if !at.Found {
		v.t.Fatalf("%s: nothing is called %q among %q; the page says\n%s",
			shortened(v.URL()), name, v.Operable(), v.Text())
	}
	if at.Covered != "" {
		v.t.Fatalf("%q is covered by %s", name, at.Covered)
	}
	return at.X, at.Y
}

// Click operates the link or button that is called that and waits for the page it leads to.
func (v *Visitor) Click(name string) *Visitor {
	v.t.Helper()
	defer v.acts("click "+name, 1)()
	v.leads("click "+name, v.operate(name))
	return v
}

// Tap operates what is called that and stays on the page.
func (v *Visitor) Tap(name string) *Visitor {
	v.t.Helper()
	defer v.acts("click "+name, 1)()
	v.do("click "+name, v.operate(name))
	return v
}

// operate is a click on what is called that, or Enter for who has no mouse.
func (v *Visitor) operate(name string) chromedp.Action[chromedp.Void] {
	v.t.Helper()
	if v.keyboard {
		v.TabTo(name)
		return chromedp.KeyEvent(kb.Enter)
	}
	x, y := v.place(name)
	return chromedp.MouseClickXY(x, y)
}

// ChooseTime chooses the time of a grid that is called that. Who has no mouse tabs to the grid, which is one stop, and goes on
// by arrows.
func (v *Visitor) ChooseTime(name string) *Visitor {
	v.t.Helper()
	if !v.keyboard {
		return v.Click(name)
	}
	v.TabTo(ask[string](v, "find the grid's stop", `(() =>
		document.querySelector('.picks [tabindex="0"]').getAttribute('aria-label'))()`))
	for range 7 {
		v.Keys(kb.ArrowLeft)
	}
	for range 7 {
		v.Keys(kb.Home)
		for at, before := "", "-"; at != before; v.Keys(kb.ArrowDown) {
			before, at = at, ask[string](v, "look at the focus", "document.activeElement.getAttribute('aria-label')")
			if strings.Contains(at, name) {
				v.leads("choose "+name, chromedp.KeyEvent(kb.Enter))
				return v
			}
		}
		v.Keys(kb.ArrowRight)
	}
	v.t.Fatalf("arrows do not reach %q", name)
	return v
}

// Fill replaces what stands in the field of that label.
func (v *Visitor) Fill(label, text string) *Visitor {
	v.t.Helper()
	defer v.acts("fill "+label, 1)()
	label = "field: " + label // a link may be called the same
	if v.keyboard {
		v.TabTo(label)
	} else {
		v.Tap(label)
	}
	v.do("fill "+label, chromedp.Evaluate[chromedp.Void]("document.activeElement.select()"),
		chromedp.KeyEvent(kb.Delete), typed(text))
	if got := v.Value(label); got != text {
		v.t.Fatalf("field %q holds %q after typing %q", label, brief100(got), brief100(text))
	}
	return v
}

// Choose takes an option of the list of that label by its value; by the keyboard it is typed, without the part of the
// world that heads its group.
func (v *Visitor) Choose(label, option string) *Visitor {
	v.t.Helper()
	return v.chooses(label, option, strings.ReplaceAll(option[strings.LastIndex(option, "/")+1:], "_", " "))
}

// Select takes an option of the list of that label by what it is called.
func (v *Visitor) Select(label, name string) *Visitor {
	v.t.Helper()
	return v.chooses(label, ask[string](v, "find "+name, script(label, fmt.Sprintf(
		"const o = e && [...(e.options || [])].find(o => o.text.trim() === %q); return o ? o.value : '';", name))), name)
}

// chooses takes an option, which somebody without a mouse types. A list forgets what was typed a second ago, so on a
// busy machine it is typed again.
func (v *Visitor) chooses(label, option, keys string) *Visitor {
	v.t.Helper()
	defer v.acts("choose "+keys, 1)()
	for range 5 {
		if v.keyboard {
			v.TabTo(label).Keys(keys)
			if ask[bool](v, "look for a list", "!!document.activeElement.list") { // a field to search in
				v.Keys(kb.Enter)
			}
		} else {
			ask[bool](v, "choose "+option, script(label, fmt.Sprintf(`
if (!e || !e.options && !e.list) return false;
e.value = %q;
e.dispatchEvent(new Event('input', {bubbles: true}));
e.dispatchEvent(new Event('change', {bubbles: true}));
return true;`, option)))
		}
		if v.Value(label) == option && option != "" {
			return v
		}
	}
	v.t.Fatalf("%q cannot be chosen as %q, which is %q; there is %q", keys, label, v.Value(label), v.Operable())
	return v
}

// Value is what stands in the field of that label, of one for zones the zone.
func (v *Visitor) Value(label string) string {
	v.t.Helper()
	return ask[string](v, "read "+label, script(label, "return e ? e.dataset.zone ?? e.value : ''"))
}

// brief100 bounds a text for a message.
func brief100(s string) string {
	if len(s) > 100 {
		return s[:100] + "…"
	}
	return s
}

// typed is text as an input method gives it.
func typed(text string) chromedp.Action[chromedp.Void] {
	return tell(input.InsertText.Method, input.InsertTextParams{Text: text})
}

// TabTo presses Tab until what is called that has the focus, which must be visible.
func (v *Visitor) TabTo(name string) *Visitor {
	v.t.Helper()
	defer v.acts("tab to "+name, 1)()
	type focus struct {
		Name     string
		Here     bool
		Outlined bool
	}
	var been []string
	for range 400 {
		v.do("press Tab", chromedp.KeyEvent(kb.Tab))
		f := ask[focus](v, "look at the focus", script(name, `
const a = document.activeElement, s = getComputedStyle(a);
const ring = (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 1) || s.boxShadow !== 'none';
return {Name: named(a), Here: a === e, Outlined: a === document.body || ring};`))
		if !f.Outlined {
			v.t.Errorf("%s: the focus on %q cannot be seen", shortened(v.URL()), f.Name)
		}
		if f.Here {
			return v
		}
		been = append(been, brief100(f.Name))
	}
	v.t.Fatalf("Tab does not reach %q; it went %q", name, been[:40])
	return v
}

// Keys presses keys and stays on the page.
func (v *Visitor) Keys(keys string) *Visitor {
	v.t.Helper()
	defer v.acts("press a key", 1)()
	v.do("press keys", chromedp.KeyEvent(keys))
	return v
}

// Chord presses a key with Ctrl.
func (v *Visitor) Chord(key string) *Visitor {
	v.t.Helper()
	defer v.acts("press Ctrl "+key, 1)()
	v.do("press Ctrl "+key, chromedp.KeyEvent(key, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	return v
}

// Enter presses Enter and waits for the page that it leads to.
func (v *Visitor) Enter() *Visitor {
	v.t.Helper()
	defer v.acts("press Enter", 1)()
	v.leads("Enter", chromedp.KeyEvent(kb.Enter))
	return v
}

// twice is a double click.
func twice(x, y float64) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
}
