package news

import (
	"time"

	"litmus/models/effect"
)

// Gather is how long after a letter changes are gathered into the next one, for who is told at once.
const Gather = 5 * time.Minute

// DailyHour is the hour of the member's day at which a daily summary leaves.
const DailyHour = 8

// MaxLines is how many changes a letter tells of one by one; it counts the others.
const MaxLines = 30

// MomentLetter is the moment at which a letter is due.
const MomentLetter = "news_letter"

// Item is a change that a member is to be told of. How often says how they are told of it, by what they have set now;
// it is [Never], too, if they do not watch the posting any more, or if it is archived.
type Item struct {
	Event
	Revision int64 // of the row of news by which the change came
	Often    Often
}

// Feed is what a member is to be told and was told: a row of news. Its revision rises with every change that comes.
type Feed struct {
	OrgID, ID, Email string
	Revision         int64
	Converged        int64 // the revision at which nothing was owed
	NextDueAt        *time.Time

	Items []Item        // all that no letter told of yet, in the order in which they came
	Told  *effect.Entry // the letter that was sent last, nil for none
	Zone  *time.Location
	May   bool // they are a member who may see candidates
}

// Pending are the items that the member is to be told of.
func (a Feed) Pending() (out []Item) {
	for _, i := range a.Items {
		if a.May && i.Often != Never {
			out = append(out, i)
		}
	}
	return out
}

// First is the revision of the first item, 0 for none: by it an attempt at a letter finds that another one told of that
// item meanwhile (see [effects.Store.Intend]).
func (a Feed) First() int64 {
	if len(a.Items) == 0 {
		return 0
	}
	return a.Items[0].Revision
}

// NextMoment returns when a letter is due, nil if there is nothing to tell. A letter tells of everything that is
// pending, also of what a daily summary would have: whoever gets a letter now need not get another one in the morning,
// and reads of a change once. So it is due with the first change that asks for one:
//
//   - told at once: when the change came, but not within [Gather] of the letter before;
//   - told daily: at the next [DailyHour] of the member's day.
//
// A letter that failed, or may not have arrived, is due since it was tried first, unless nobody wants to hear any more
// of what it tells.
func (a Feed) NextMoment() *effect.Moment {
	var due time.Time
	sooner := func(at time.Time) {
		if due.IsZero() || at.Before(due) {
			due = at
		}
	}
	for _, i := range a.Pending() {
		if i.Often == Daily {
			sooner(NextMorning(i.At, a.Zone))
		} else {
			sooner(i.At)
		}
	}
	switch told := a.Told; {
	case due.IsZero():
		return nil
	case told == nil || told.State == effect.Obsolete:
	case told.State != effect.Done && !told.Permanent && len(a.upTo(told.Revision)) > 0:
		due = told.Stamp
	default:
		if gathered := told.UpdatedAt.Add(Gather); due.Before(gathered) {
			due = gathered
		}
	}
	return &effect.Moment{At: due, Kind: MomentLetter}
}

// NextMorning is the first [DailyHour] after the instant in the zone.
func NextMorning(after time.Time, zone *time.Location) time.Time {
	t := after.In(zone)
	morning := time.Date(t.Year(), t.Month(), t.Day(), DailyHour, 0, 0, 0, zone)
	if !morning.After(after) {
		morning = time.Date(t.Year(), t.Month(), t.Day()+1, DailyHour, 0, 0, 0, zone)
	}
	return morning.UTC()
}

// Owed returns the letter that is owed at now, nil for none. One whose attempt has an unknown outcome is sent again
// with the same changes; what came since is for the next.
func (a Feed) Owed(now time.Time) *effect.Effect {
	next := a.NextMoment()
	if next == nil || next.At.After(now) {
		return nil
	}
	e := &effect.Effect{Target: effect.MailTarget(effect.RoleMember, a.Email), Kind: effect.LetterNews,
		Role: effect.RoleMember, Email: a.Email}
	if told := a.Told; told != nil && told.State == effect.Intent && !told.Permanent &&
		len(a.upTo(told.Revision)) > 0 {
		e.Resend = told
	}
	return e
}

// Entry is the ledger's entry for an attempt at the letter of [Feed.Owed]; the caller adds the ProviderID.
func (a Feed) Entry(e effect.Effect) effect.Entry {
	if e.Resend != nil {
		return *e.Resend
	}
	pending := a.Pending()
	return effect.Entry{OrgID: a.OrgID, NewsID: a.ID, Target: e.Target, Kind: e.Kind,
		Revision: pending[len(pending)-1].Revision, Start: pending[0].At, Stamp: a.NextMoment().At}
}

// upTo are the pending items up to a revision.
func (a Feed) upTo(revision int64) (out []Item) {
	for _, i := range a.Pending() {
		if i.Revision <= revision {
			out = append(out, i)
		}
	}
	return out
}

// Digest is what a letter tells: the changes by posting, in the order in which they came.
type Digest struct {
	Postings []OfPosting
	More     int // changes that it does not tell of one by one
	Count    int // all changes
	Of       int // postings of all changes
}

// OfPosting are the changes of one posting.
type OfPosting struct {
	ID, Title string
	Events    []Event
}

// Digest is what the letter of the entry tells.
func (a Feed) Digest(e effect.Entry) (d Digest) {
	place, postings := map[string]int{}, map[string]bool{}
	for _, i := range a.upTo(e.Revision) {
		postings[i.PostingID] = true
		if d.Count++; d.Count > MaxLines {
			d.More++
			continue
		}
		n, known := place[i.PostingID]
		if !known {
			n = len(d.Postings)
			place[i.PostingID] = n
			d.Postings = append(d.Postings, OfPosting{ID: i.PostingID, Title: i.Posting})
		}
		d.Postings[n].Events = append(d.Postings[n].Events, i.Event)
	}
	d.Of = len(postings)
	return d
}

// Status is how a member's letters stand, for operators.
func (a Feed) Status(now time.Time) string {
	switch next := a.NextMoment(); {
	case next == nil:
		return "told"
	case next.At.After(now):
		return "gathering"
	}
	return "owed"
}
