package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"litmus/dashboard/pages"
	"litmus/drafts"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/timetable"
	"litmus/weekgrid"
	"litmus/zones"
)

// AssetPath is below which the files that pages load are served.
const AssetPath = "/dashboard/assets/"

// funcs are the functions of templates, beside those of [timeFuncs].
var funcs = template.FuncMap{
	"icon":  icon,
	"href":  Href,
	"asset": assetURL,
	"face":  FaceOf,

	"originOf": OriginOf,
}

// templates are the pages by name, each with the frame and the parts that pages share: pages/NAME.html, frame.html and
// part-NAME.html. They are never executed themselves, see [rendered].
var templates = func() map[string]*template.Template {
	frame := template.New("").Funcs(funcs).Funcs(timeFuncs(nil, time.Time{}))
	frame = template.Must(frame.ParseFS(pages.Files, "frame.html", "part-*.html"))
	names, err := fs.Glob(pages.Files, "*.html")
	if err != nil {
		panic(err) // the pattern is well-formed
	}
	all := map[string]*template.Template{}
	for _, file := range names {
		name := strings.TrimSuffix(path.Base(file), ".html")
		if name != "frame" && !strings.HasPrefix(name, "part-") {
			all[name] = template.Must(template.Must(frame.Clone()).ParseFS(pages.Files, file))
		}
	}
	return all
}()

// rendered are the templates whose functions show times in a certain zone and on a certain day, by name, zone and day.
// Since html/template takes its functions from the template, there is one for each zone that somebody looks at times
// in; the oldest are forgotten.
var rendered = func() *lru.Cache[string, *template.Template] {
	c, _ := lru.New[string, *template.Template](512) // fails only for a size below one
	return c
}()

// Assets are the files that pages load, by name: pages/*.css, pages/*.js and pages/*.svg.
var Assets = func() map[string]asset {
	all := map[string]asset{}
	for kind, contentType := range map[string]string{
		"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
		"svg": "image/svg+xml",
	} {
		names, err := fs.Glob(pages.Files, "*."+kind)
		if err != nil {
			panic(err) // the pattern is well-formed
		}
		for _, name := range names {
			content, err := pages.Files.ReadFile(name)
			if err != nil {
				panic(err) // it is embedded
			}
			sum := sha256.Sum256(content)
			all[path.Base(name)] = asset{contentType, content, hex.EncodeToString(sum[:6])}
		}
	}
	for name, script := range map[string][]byte{"drafts.js": drafts.Script, "grid.js": weekgrid.Script} {
		sum := sha256.Sum256(script)
		all[name] = asset{"text/javascript; charset=utf-8", script, hex.EncodeToString(sum[:6])}
	}
	return all
}()

// asset is a file that pages load.
type asset struct {
	contentType string
	content     []byte
	version     string // stands in its address, so that browsers keep it until it changes
}

// ServeHTTP serves the file. Under the address with its version it never changes; a module that another one imports has
// an address without, and browsers ask whether it is still the same.
func (a asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("ETag", strconv.Quote(a.version))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == a.version {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.content))
}

// assetURL returns the address of a file that pages load.
func assetURL(name string) (string, error) {
	a, ok := Assets[name]
	if !ok {
		return "", fs.ErrNotExist
	}
	return AssetPath + name + "?v=" + a.version, nil
}

// page is the data of the frame; it leaves out empty parts.
type page struct {
	visit         *Visit
	name          string // the template's
	Heading, Lead string
	Up            *crumb
	Area          string // path of the area that the page belongs to, if its address does not say
	Note          string // what was done, from the page before
	Problem       string // why the form was not accepted
	DraftsEnd     string // whose drafts the browser forgets, "" for nobody's
	Body          any    // data of the template

	undo     Undo              // what the note's button takes back
	noted    string            // id of the element that the note is about, "" for the whole page
	wrong    []string          // ids of the control that the problem is about; the page has one of them, or none
	controls map[string]string // ids of controls by field, where they differ from other forms
}

// crumb is a link to the page that a page belongs to.
type crumb struct{ Path, Name string }

// render returns the page as HTML.
func (p *page) render() ([]byte, error) {
	zone := p.visit.Zone
	now := p.visit.Now.In(zone)
	key := strings.Join([]string{p.name, zone.String(), now.Format(time.DateOnly), timetable.ZoneAbbreviation(now)},
		" ")
	t, ok := rendered.Get(key)
	if !ok {
		blank, known := templates[p.name]
		if !known {
			return nil, fs.ErrNotExist
		}
		var err error
		if t, err = blank.Clone(); err != nil {
			return nil, err
		}
		t.Funcs(timeFuncs(zone, now))
		rendered.Add(key, t)
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, "frame.html", p); err != nil {
		return nil, err
	}
	return p.placed(b.Bytes()), nil
}

// undoing is a note's button, and for how many seconds more it is of use.
type undoing struct {
	Undo
	Seconds int
}

// Undo returns what the note offers to take back, nil for nothing, or once that is too late.
func (p *page) Undo() *undoing {
	left := p.undo.Until.Sub(p.visit.Store.Now())
	if p.undo.Path == "" || left <= 0 {
		return nil
	}
	return &undoing{p.undo, int((left + time.Second - 1) / time.Second)}
}

// Title returns the title of the page, which begins with a note if the page reports a problem.
func (p *page) Title() string {
	title := p.Heading
	if p.visit.SignedIn() {
		title += " · " + p.visit.Org.Name
	}
	if p.Problem != "" {
		return "Problem: " + title
	}
	return title + " · Litmus"
}

// Member returns who is signed in, nil if nobody is.
func (p *page) Member() *models.Member {
	if !p.visit.SignedIn() {
		return nil
	}
	return &p.visit.Member
}

// Drafts names the member whose drafts the browser keeps, without telling their address; "" if nobody is signed in.
func (p *page) Drafts() string {
	if !p.visit.SignedIn() {
		return ""
	}
	return MemberDrafts + "/" + p.visit.Store.Secret().Pseudonym("drafts "+p.visit.Org.ID, p.visit.Member.Email)
}

// MemberDrafts begins the names of what browsers keep for members.
const MemberDrafts = "member"

// Posted reports whether the page is the answer to a form, so that what it shows of it was not saved.
func (p *page) Posted() bool { return p.visit.Method == http.MethodPost }

// Name returns the name of who is signed in.
func (p *page) Name() string { return models.NameOf(p.visit.Member.Name, p.visit.Member.Email) }

// Face returns what stands for who is signed in.
func (p *page) Face() Face {
	m := p.visit.Member
	return MemberFace(m.Name, m.Email, m.Picture)
}

// Logo returns the address of the organization's logo, "" for none.
func (p *page) Logo() string {
	if o := p.visit.Org; o.Brand.LogoType != "" {
		return models.LogoPath(o.ID, o.Brand.Version)
	}
	return ""
}

// Organization returns the organization that somebody is signed in to.
func (p *page) Organization() models.Organization { return p.visit.Org }

// area is an item of the navigation.
type area struct {
	Name, Path, Icon string
	Action           access.Action
	Settings         bool // stands below a line
	Current          bool
}

// Areas are the items of the navigation. One is shown if its page exists and May grants its action, if only with what
// is the member's own.
var Areas = []area{
	{Name: "Home", Path: models.DashboardPath, Icon: "house", Action: AnyMember},
	{Name: "What is new", Path: NewsPath, Icon: "bell", Action: access.ActionFollowPosting},
	{Name: "Interviews", Path: InterviewsPath, Icon: "calendar-days", Action: access.ActionSeeInterview},
	{Name: "Availability", Path: AvailabilityPath, Icon: "calendar-clock", Action: access.ActionSeeAvailability},
	{Name: "Postings", Path: PostingsPath, Icon: "briefcase", Action: access.ActionSeePosting},
	{Name: "Assessments", Path: AssessmentsPath, Icon: "clipboard-list", Action: access.ActionSeeAssessment},
	{Name: "Pools", Path: PoolsPath, Icon: "graduation-cap", Action: access.ActionSeePools},
	{Name: "Candidates", Path: CandidatesPath, Icon: "users", Action: access.ActionSeeCandidate},
	{Name: "Submissions", Path: SubmissionsPath, Icon: "inbox", Action: access.ActionGrade},
	{Name: "Figures", Path: FiguresPath, Icon: "chart-column", Action: access.ActionSeeFigures},
	{Name: "API keys", Path: KeysPath, Icon: "key-round", Action: access.ActionManageKeys, Settings: true},
	{Name: "Audit", Path: AuditPath, Icon: "scroll-text", Action: access.ActionReadAudit, Settings: true},
	{Name: "Members", Path: MembersPath, Icon: "user-cog", Action: access.ActionManageMembers, Settings: true},
	{Name: "Organization", Path: OrganizationPath, Icon: "building-2",
		Action: access.ActionEditOrganization, Settings: true},
	{Name: "Test clock", Path: ClockPath, Icon: "clock", Action: access.ActionEditOrganization, Settings: true},
}

// Notices is the page where the member chooses how they are told, "" if it is not for them.
func (p *page) Notices() string {
	if !p.visit.Reaches(NoticesPath, access.ActionFollowPosting) {
		return ""
	}
	return NoticesPath
}

// Areas returns the items of the navigation that the member sees.
func (p *page) Areas() (out []area) {
	here := p.place()
	for _, a := range Areas {
		if p.visit.Reaches(a.Path, a.Action) {
			a.Current = a.Path == here
			out = append(out, a)
		}
	}
	return out
}

// place returns the path of the area that the page belongs to: that of its address, unless the page names another one,
// else that of the page above it; "" for none.
func (p *page) place() string {
	paths := []string{p.Area, p.visit.URL.Path}
	if p.Up != nil {
		above, _, _ := strings.Cut(p.Up.Path, "?")
		paths = append(paths, above)
	}
	for _, path := range paths {
		for _, a := range Areas {
			if path == a.Path || a.Path != models.DashboardPath && strings.HasPrefix(path, a.Path+"/") {
				return a.Path
			}
		}
	}
	return ""
}

// Work returns the items of the navigation above the line, and Settings those below it.
func (p *page) Work() []area     { return below(p.Areas(), false) }
func (p *page) Settings() []area { return below(p.Areas(), true) }

func below(all []area, line bool) (out []area) {
	for _, a := range all {
		if a.Settings == line {
			out = append(out, a)
		}
	}
	return out
}

// Here returns the address that the zone switch leads back to.
func (p *page) Here() string { return Within(p.visit.Here()) }

// Zone returns the name of the viewer's zone, and ZoneShort what stands behind times now.
func (p *page) Zone() string      { return p.visit.Zone.String() }
func (p *page) ZoneShort() string { return timetable.ZoneAbbreviation(p.visit.Now.In(p.visit.Zone)) }

// zoneChoice is a zone that the switch offers.
type zoneChoice struct {
	Name, Note string
	Current    bool
}

// ZoneChoices returns the zones that the switch offers; a page has all of them.
func (p *page) ZoneChoices() (out []zoneChoice) {
	current := p.Zone()
	add := func(name, note string) {
		for n := range out {
			if out[n].Name == name {
				return
			}
		}
		out = append(out, zoneChoice{name, note, name == current})
	}
	if zone, ok := zones.Named(p.visit.Org.TimeZone); ok {
		add(zone.String(), "of the organization")
	}
	add(current, "chosen here")
	add("UTC", "")
	return out
}

// clockBanner says which time the organization has.
type clockBanner struct {
	Now     time.Time
	Ahead   string
	MayMove bool
}

// Clock returns what the banner of every page says of a test clock that was moved, nil for none.
func (p *page) Clock() *clockBanner {
	ahead := p.visit.Store.Ahead(p.visit.Org.ID)
	if ahead == 0 || !p.visit.SignedIn() {
		return nil
	}
	return &clockBanner{Now: p.visit.Now, Ahead: longer(ahead),
		MayMove: p.visit.Served[ClockPath] && p.visit.Can(access.ActionEditOrganization, access.Facts{})}
}

// longer says about how long something is that may last days: "9 days", "5 hours".
func longer(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return models.Count(int(d.Round(time.Hour)/(24*time.Hour)), "day")
	case d >= 2*time.Hour:
		return models.Count(int(d.Round(time.Minute)/time.Hour), "hour")
	}
	return models.Count(max(1, int(d.Round(time.Second)/time.Minute)), "minute")
}
