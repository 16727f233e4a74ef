package web

import (
	"embed"
	"html/template"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"litmus/drafts"
	"litmus/phrases"
	"litmus/weekgrid"
	"litmus/zones"
)

//go:embed pages
var files embed.FS

// templates are the pages by name, each with the frame that all pages share.
var templates = func() map[string]*template.Template {
	funcs := template.FuncMap{"unbroken": unbroken}
	frame := template.Must(template.New("").Funcs(funcs).ParseFS(files, "pages/frame.html", "pages/accommodation.html",
		"pages/proposal.html"))
	all := map[string]*template.Template{}
	for _, name := range []string{
		"notice", "interview", "review", "assessment", "answer", "handed-in", "home",
	} {
		all[name] = template.Must(template.Must(frame.Clone()).ParseFS(files, "pages/"+name+".html"))
	}
	return all
}()

var ranges = regexp.MustCompile(`\d[\d:]*(?: \pL\pL\b)?–\d[\d:]*(?: \pL{2,3}\b)?`)

// unbroken escapes a text and marks its time ranges, such as 12:00–13:00, so that no line breaks within one.
func unbroken(s string) template.HTML {
	return template.HTML(ranges.ReplaceAllString(template.HTMLEscapeString(s), `<span class="together">$0</span>`))
}

// assets are the files that pages load, by name.
var assets = map[string]http.Handler{
	"site.css": asset("site.css", "text/css; charset=utf-8"),
	"page.js":  asset("page.js", "text/javascript; charset=utf-8"),
	"zone.js":  asset("zone.js", "text/javascript; charset=utf-8"),

	"answer.js":  asset("answer.js", "text/javascript; charset=utf-8"),
	"propose.js": asset("propose.js", "text/javascript; charset=utf-8"),
	"grid.js":    content(weekgrid.Script, "text/javascript; charset=utf-8"),
	"drafts.js":  content(drafts.Script, "text/javascript; charset=utf-8"),
}

func asset(name, contentType string) http.Handler {
	file, err := files.ReadFile("pages/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return content(file, contentType)
}

func content(content []byte, contentType string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", contentType)
		h.Set("Content-Length", strconv.Itoa(len(content)))
		h.Set("Cache-Control", "public, max-age=300")
		h.Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(content)
	})
}

// page is the data of the frame; it leaves out empty parts.
type page struct {
	name          string // the template's
	Heading, Lead string
	Organization  string
	WriteTo       string // to whom the visitor writes, "" for nobody
	Message       *message
	Detect        bool       // the script may switch to the visitor's own zone
	Zone          string     // in which times are shown
	Zones         bool       // there is a list of zones, and the script that applies a choice
	Draws         bool       // times can be drawn
	Change        *time.Time // when the script should load the page again
	Drafts        string     // whose drafts the page keeps in the browser, "" for none
	DraftsEnd     string     // whose drafts the browser forgets, "" for nobody's
	Body          any        // data of the template
	Accommodation *accommodationView
	Brand         brand
	Switches      *switches // nil for none
	now           time.Time
	in            phrases.Locale
}

// Branded returns the brand of a page that names its organization.
func (p *page) Branded() brand {
	if p.Organization == "" {
		return brand{}
	}
	return p.Brand
}

// message is shown above everything else on the page.
type message struct {
	Text  string
	Good  bool
	Field string // id of the field that it is about, "" for none
}

// T returns the texts in the page's language.
func (p *page) T() *phrases.Language { return p.in.Language }

// Title returns the title of the page, which begins with a note if the page reports a problem.
func (p *page) Title() string {
	title := p.Heading
	if !strings.Contains(title, p.Organization) {
		title += " · " + p.Organization
	}
	if p.Message != nil && !p.Message.Good {
		return p.in.ErrorPrefix + title
	}
	return title
}

// Now returns the server's time, for visitors whose clock is wrong.
func (p *page) Now() string { return machine(p.now) }

// ChangeAt returns when the script should load the page again, "" for never.
func (p *page) ChangeAt() string {
	if p.Change == nil {
		return ""
	}
	return machine(*p.Change)
}

func (p *page) render(w io.Writer) error {
	return templates[p.name].ExecuteTemplate(w, "frame.html", p)
}

// machine formats an instant for the script and for <time>.
func machine(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// refusal returns a page that says what is wrong and what to do next, but not why, so that an unknown link looks the
// same as a tampered one.
func refusal(status int, n phrases.Notice) answer {
	return answer{status: status, page: &page{name: "notice", Heading: n.Heading, Lead: n.Lead}}
}

// writingTo adds to whom the visitor writes, "" for nobody.
func (a answer) writingTo(email string) answer {
	a.page.WriteTo = email
	return a
}

func (v *visit) unknown() answer { return refusal(http.StatusNotFound, v.in.Unknown) }

// gone returns the page of a link that used to work, with 410.
func gone(n phrases.Notice) answer { return refusal(http.StatusGone, n) }

// fact is a line of a page's list of facts.
type fact struct{ Name, Value string }

// hidden is a hidden field of a form.
type hidden struct{ Name, Value string }

// zoneForm is the form to choose a zone. It is unfolded where times are picked and folded elsewhere. Its Note says in
// which zone times are shown; the script tells it to screen readers when that changes.
type zoneForm struct {
	T       *phrases.Language
	Action  string
	Keep    []hidden
	Options template.HTML // the zones to choose from as <option> elements
	Note    string
}

// zoneForm returns a form that leads to path with the chosen zone and the parameters, given as name and value. Zones
// have the offsets of an instant. Those near to the visitor are the one of the page and the one that it would have
// without a choice.
func (v *visit) zoneForm(path string, at time.Time, keep ...string) *zoneForm {
	v.choosing = true
	f := &zoneForm{
		T: v.in.Language, Action: path, Options: zones.Said(v.in.Language, at, v.zone.String(), v.own),
		Note: phrases.Fill(v.in.ZoneNote, "{zone}", v.in.ZoneName(v.zone)),
	}
	for n := 0; n+1 < len(keep); n += 2 {
		if keep[n+1] != "" {
			f.Keep = append(f.Keep, hidden{keep[n], keep[n+1]})
		}
	}
	return f
}

// timed makes p a page that shows times in the visit's zone: the script may switch to the visitor's own, and a message
// tells of an unknown zone unless the page has another message. It is called after [visit.zoneForm].
func (v *visit) timed(p *page) *page {
	p.Zone, p.Zones = v.zone.String(), v.choosing
	p.Detect = !v.chosen && v.form == nil
	if v.bad && p.Message == nil {
		p.Message = &message{Text: phrases.Fill(v.in.ZoneUnknown, "{zone}", v.in.ZoneName(v.zone))}
	}
	return p
}

// countdown is the time left until At, with the words before and after it, and what the script says instead of them
// once it has passed, "" for nothing.
type countdown struct{ Before, Left, After, At, Over string }

func (v *visit) countTo(sentence [2]string, at time.Time) *countdown {
	return &countdown{Before: sentence[0], Left: v.in.Left(at.Sub(v.now)), After: sentence[1], At: machine(at)}
}
