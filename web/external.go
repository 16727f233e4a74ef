package web

import (
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"strings"
	"sync"
	"time"

	"litmus/models"
	"litmus/store"
)

const (
	holderCookie = "litmus_session"
	holderLife   = 7 * 24 * time.Hour // longer than any session; it opens nothing but the page of its own token
	doubleWithin = time.Minute
)

// external serves the page of a single-use link (decisions 50 and 51). GET and HEAD never use it. Whoever used it sees the
// session by their cookie; to everybody else a link that cannot be used looks the same, whatever it was.
func (s *Site) external(v *visit) (answer, error) {
	row, err := s.Store.Linked(v.Context(), v.token)
	if models.KindOf(err) == models.NotFound {
		return gone(english.DeadLink), nil
	}
	if err != nil {
		return answer{}, err
	}
	holds := s.holds(v.Request, row)
	if !holds && !row.LinkAlive(v.now) {
		return gone(english.DeadLink), nil
	}
	c, err := s.correspondence(v, row.Interview)
	if err != nil {
		return answer{}, err
	}
	v.chooseZone(row.TimeZone)
	if holds {
		return v.running(row.Interview, c), nil
	}
	n := english.Link.about("{organization}", c.OrganizationName)
	body := &linkView{T: &english, Action: v.here(models.ExternalPath + v.token), Attempt: rand.Text()}
	body.Facts = v.facts(row.Interview, c)[1:] // it has no time yet
	return answer{status: http.StatusOK, page: &page{name: "link", Heading: n.Heading, Lead: n.Lead, Organization: c.OrganizationName, Body: body}}, nil
}

// linkView is a link that can be used.
type linkView struct {
	T       *catalogue
	Action  string
	Attempt string // names the form, see [Site.use]
	Facts   []fact
}

// runningView is the session of who used the link.
type runningView struct {
	T         *catalogue
	Facts     []fact
	Join      string
	Countdown *countdown
	Zone      *zoneForm
}

// running is the page of who used the link.
func (v *visit) running(i models.Interview, c store.Correspondence) answer {
	n, body := english.Session, &runningView{T: &english, Facts: v.facts(i, c)}
	p := &page{name: "running", Organization: c.OrganizationName, Body: body}
	if i.StatusAt(v.now) == models.StatusScheduled {
		body.Join, body.Zone, p.Change = i.MeetingLink, v.zoneForm(models.ExternalPath+v.token), i.WindowEndsAt
		if !i.Indefinite && v.now.Before(i.EndsAt) {
			body.Countdown = countTo(english.Ends, i.EndsAt, v.now)
		}
	} else {
		n = english.SessionOver
	}
	p.Heading, p.Lead = n.Heading, n.Lead
	return answer{status: http.StatusOK, page: v.timed(p)}
}

// startSession uses the link: exactly one visitor succeeds, and is known by a cookie from then on (decision 51).
func (s *Site) startSession(v *visit) (answer, error) {
	row, err := s.Store.Linked(v.Context(), v.token)
	if err == nil && !s.holds(v.Request, row) {
		row, err = s.use(v)
	}
	switch models.KindOf(err) {
	case models.NotFound, models.Conflict:
		return gone(english.DeadLink), nil
	}
	if err != nil {
		return answer{}, err
	}
	s.wake(row.Interview)
	v.chooseZone()
	path := models.ExternalPath + v.token
	return answer{to: v.here(path), cookie: &http.Cookie{
		Name: holderCookie, Value: s.Store.Secret().SignLink(models.LinkHolder, row.OrgID+"/"+row.ID, row.AccessEpoch), Path: path,
		MaxAge: int(holderLife / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: v.TLS != nil || strings.HasPrefix(s.BaseURL, "https:"),
	}}, nil
}

// holds reports whether the request comes from the browser that used the interview's link.
func (s *Site) holds(r *http.Request, row store.InterviewRow) bool {
	if row.LinkUsedAt == nil {
		return false
	}
	for _, c := range r.CookiesNamed(holderCookie) {
		if id, epoch, ok := s.Store.Secret().ReadLink(models.LinkHolder, c.Value); ok && id == row.OrgID+"/"+row.ID && epoch == row.AccessEpoch {
			return true
		}
	}
	return false
}

// use uses the link. A form that a double click sends twice comes from one visit: the second time is answered as the first,
// or somebody without scripts would be shut out of a session that is theirs.
func (s *Site) use(v *visit) (store.InterviewRow, error) {
	d, key, attempt := &s.doubles, sha256.Sum256([]byte(v.token)), v.form.Get("attempt")
	turn := &d.turns[key[0]%byte(len(d.turns))]
	turn.Lock()
	defer turn.Unlock()
	row, err := s.Store.UseLink(v.Context(), v.token)
	if err == nil {
		d.note(key, attempt, v.now)
		return row, nil
	}
	if models.KindOf(err) == models.Conflict && d.sentTwice(key, attempt, v.now) {
		return s.Store.Linked(v.Context(), v.token)
	}
	return row, err
}

// doubles remembers for a moment which form used a link, by the hash of its token.
type doubles struct {
	turns [16]sync.Mutex // a link's second form waits until the first has used it
	mu    sync.Mutex
	used  map[[sha256.Size]byte]attempt
}

type attempt struct {
	name string
	at   time.Time
}

func (d *doubles) note(key [sha256.Size]byte, name string, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for k, a := range d.used {
		if now.Sub(a.at) > doubleWithin {
			delete(d.used, k)
		}
	}
	if d.used == nil {
		d.used = map[[sha256.Size]byte]attempt{}
	}
	d.used[key] = attempt{name, now}
}

func (d *doubles) sentTwice(key [sha256.Size]byte, name string, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	a, ok := d.used[key]
	return ok && name != "" && a.name == name && now.Sub(a.at) <= doubleWithin
}
