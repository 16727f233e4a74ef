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
)

//go:embed pages
var files embed.FS

// templates are the pages by name, each with the frame that all share.
var templates = func() map[string]*template.Template {
	frame := template.Must(template.New("").Funcs(template.FuncMap{"together": together}).ParseFS(files,
		"pages/frame.html"))
	all := map[string]*template.Template{}
	for _, name := range []string{"notice", "interview", "times", "review", "assessment", "answer", "handed-in",
		"link", "running"} {
		all[name] = template.Must(template.Must(frame.Clone()).ParseFS(files, "pages/"+name+".html"))
	}
	return all
}()

var ranges = regexp.MustCompile(`\S+–\S+`)

// together writes a text so that no line ends within a range of times in it: 12:00–13:00.
func together(s string) template.HTML {
	// escaped in this line
	return template.HTML(ranges.ReplaceAllString(template.HTMLEscapeString(s), `<span class="together">$0</span>`))
}

// assets are what pages load, by name.
var assets = map[string]http.Handler{
	"site.css": asset("site.css", "text/css; charset=utf-8"),
	"page.js":  asset("page.js", "text/javascript; charset=utf-8"),
}

func asset(name, contentType string) http.Handler {
	content, err := files.ReadFile("pages/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", contentType)
		h.Set("Content-Length", strconv.Itoa(len(content)))
		h.Set("Cache-Control", "public, max-age=300")
		h.Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(content)
	})
}

// page is what the frame shows; empty parts are left out.
type page struct {
	name          string // of its template
	Heading, Lead string
	Organization  string
	Message       *message
	Detect        bool       // let the script ask for the visitor's own zone
	Zone          string     // times are shown in
	Change        *time.Time // when the page changes by itself
	Body          any        // of its template
	now           time.Time
}

// message is what happened, said before everything else on the page.
type message struct {
	Text  string
	Good  bool
	Field string // that it is about, "" for none
}

// T is the page's language.
func (p *page) T() *catalogue { return &english }

// Title says the state of the page, and with a problem on it that first.
func (p *page) Title() string {
	title := p.Heading
	if !strings.Contains(title, p.Organization) {
		title += " · " + p.Organization
	}
	if p.Message != nil && !p.Message.Good {
		return english.ErrorPrefix + title
	}
	return title
}

// Now is the server's clock, for the script of a visitor whose clock is wrong.
func (p *page) Now() string { return machine(p.now) }

// ChangeAt is when the page changes by itself, "" for never.
func (p *page) ChangeAt() string {
	if p.Change == nil {
		return ""
	}
	return machine(*p.Change)
}

func (p *page) render(w io.Writer) error {
	return templates[p.name].ExecuteTemplate(w, "frame.html", p)
}

// machine is an instant for the script and for <time>.
func machine(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// refusal is a page that says what is wrong and what to do next, and never why: an unknown link and a tampered one look
// the same.
func refusal(status int, n notice) answer {
	return answer{status: status, page: &page{name: "notice", Heading: n.Heading, Lead: n.Lead}}
}

func unknown() answer { return refusal(http.StatusNotFound, english.Unknown) }

// gone is the page of a link that was right once.
func gone(n notice) answer { return refusal(http.StatusGone, n) }

// fact is one line of what is known.
type fact struct{ Name, Value string }

// hidden is a field of a form that nobody sees.
type hidden struct{ Name, Value string }

// zoneForm is the choice of a zone: open where times are picked, folded elsewhere.
type zoneForm struct {
	T      *catalogue
	Action string
	Keep   []hidden
	Zone   string
	Other  bool // the zone is not among those to choose from
	Note   string
	Open   bool // it is not folded
}

// Options are the zones to choose from.
func (f *zoneForm) Options() template.HTML { return zoneOptions(f.Zone) }

// zoneForm is the choice of the visit's zone, which leads to path with the parameters, as name and value.
func (v *visit) zoneForm(path string, keep ...string) *zoneForm {
	name := v.zone.String()
	f := &zoneForm{T: &english, Action: path, Zone: name, Other: !offered(name),
		Note: fill(english.ZoneNote, "{zone}", name)}
	for n := 0; n+1 < len(keep); n += 2 {
		if keep[n+1] != "" {
			f.Keep = append(f.Keep, hidden{keep[n], keep[n+1]})
		}
	}
	return f
}

// timed makes p a page with times in the visit's zone: the script may ask for the visitor's own, and a zone that is
// none is told unless there is something else to tell.
func (v *visit) timed(p *page) *page {
	p.Zone = v.zone.String()
	p.Detect = !v.chosen && v.form == nil
	if v.bad && p.Message == nil {
		p.Message = &message{Text: fill(english.ZoneUnknown, "{zone}", p.Zone)}
	}
	return p
}

// countdown is the time left until At, between two halves of a sentence.
type countdown struct{ Before, Left, After, At string }

func countTo(sentence [2]string, at, now time.Time) *countdown {
	return &countdown{sentence[0], english.Relative(at.Sub(now)), sentence[1], machine(at)}
}
