package news_test

import (
	"fmt"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/effect"
	"litmus/models/news"
)

// noon is a Thursday in Berlin, UTC+1.
var noon = time.Date(2027, 1, 14, 11, 0, 0, 0, time.UTC)

// account is that of a member in Berlin who is to be told of changes, one a minute from noon on.
func account(often ...news.Often) news.Feed {
	berlin, _ := time.LoadLocation("Europe/Berlin")
	a := news.Feed{OrgID: "org_1", ID: "news_1", Email: "rae@x.io", Zone: berlin, May: true}
	for n, o := range often {
		a.Items = append(a.Items, news.Item{Revision: int64(n + 1), Often: o, Event: news.Event{
			Change:    models.Change{ID: fmt.Sprint("chg_", n), At: noon.Add(time.Duration(n) * time.Minute)},
			PostingID: fmt.Sprint("post_", n%2), Posting: fmt.Sprint("Posting ", n%2)}})
	}
	a.Revision = int64(len(often))
	return a
}

// after returns the account with a letter that ended in the state at an instant.
func after(a news.Feed, state string, permanent bool, at time.Time) news.Feed {
	a.Told = &effect.Entry{NewsID: a.ID, Revision: a.Revision, State: state, Permanent: permanent,
		UpdatedAt: at, Stamp: at}
	return a
}

func TestNextMoment(t *testing.T) {
	t.Parallel()
	morning := time.Date(2027, 1, 15, 7, 0, 0, 0, time.UTC) // 08:00 in Berlin
	gone := account(news.AtOnce)
	gone.May = false
	unwanted := after(account(news.Never, news.Daily), effect.Intent, false, noon.Add(-time.Hour))
	unwanted.Told.Revision = 1
	before := func(often news.Often, state string, permanent bool, ago time.Duration) news.Feed {
		return after(account(often), state, permanent, noon.Add(-ago))
	}
	for name, c := range map[string]struct {
		of   news.Feed
		want time.Time // zero: nothing is due
	}{
		"nothing came":                      {account(), time.Time{}},
		"at once, the first":                {account(news.AtOnce, news.AtOnce), noon},
		"daily":                             {account(news.Daily), morning},
		"never":                             {account(news.Never), time.Time{}},
		"no member who may see it any more": {gone, time.Time{}},
		"daily, and then at once":           {account(news.Daily, news.AtOnce), noon.Add(time.Minute)},
		"soon after a letter": {before(news.AtOnce, effect.Done, false, time.Minute),
			noon.Add(4 * time.Minute)},
		"long after a letter": {before(news.AtOnce, effect.Done, false, time.Hour), noon},
		"soon after one that was refused": {before(news.AtOnce, effect.Failed, true, time.Minute),
			noon.Add(4 * time.Minute)},
		"a letter failed for now": {before(news.AtOnce, effect.Failed, false, time.Minute),
			noon.Add(-time.Minute)},
		"a letter that nobody wanted any more":                 {before(news.AtOnce, effect.Obsolete, false, time.Minute), noon},
		"daily, after a letter of what is not wanted any more": {unwanted, morning},
		"daily, a letter failed for now before": {before(news.Daily, effect.Failed, false, time.Minute),
			noon.Add(-time.Minute)},
	} {
		got := time.Time{}
		if m := c.of.NextMoment(); m != nil {
			got = m.At
		}
		if !got.Equal(c.want) {
			t.Errorf("%s: due %s, want %s", name, got, c.want)
		}
	}
}

func TestNextMorning(t *testing.T) {
	t.Parallel()
	berlin, _ := time.LoadLocation("Europe/Berlin")
	for after, want := range map[string]string{
		"2027-01-14T06:59:59Z": "2027-01-14T07:00:00Z",
		"2027-01-14T07:00:00Z": "2027-01-15T07:00:00Z",
		"2027-03-27T12:00:00Z": "2027-03-28T06:00:00Z", // the clocks go forward that night
		"2027-12-31T22:00:00Z": "2028-01-01T07:00:00Z",
	} {
		at, _ := time.Parse(time.RFC3339, after)
		if got := news.NextMorning(at, berlin).Format(time.RFC3339); got != want {
			t.Errorf("after %s comes %s, want %s", after, got, want)
		}
	}
}

func TestOwed(t *testing.T) {
	t.Parallel()
	a := account(news.AtOnce, news.Never, news.AtOnce)
	if e := a.Owed(noon.Add(-time.Second)); e != nil {
		t.Errorf("owed before it is due: %+v", e)
	}
	e := a.Owed(noon)
	if e == nil || e.Target != "mail:member:rae@x.io" || e.Kind != effect.LetterNews {
		t.Fatalf("owed %+v", e)
	}
	entry := a.Entry(*e)
	if entry.NewsID != "news_1" || entry.Revision != 3 || !entry.Start.Equal(noon) || !entry.Stamp.Equal(noon) {
		t.Errorf("the entry is %+v", entry)
	}
	// One that may have arrived is sent again with what it told, and not with what came since.
	entry.Revision, entry.State = 1, effect.Intent
	a.Told = &entry
	if e = a.Owed(noon); e == nil || e.Resend == nil {
		t.Fatalf("owed after an unknown outcome: %+v", e)
	}
	if d := a.Digest(a.Entry(*e)); d.Count != 1 {
		t.Errorf("it tells of %d changes, want the one that it told of", d.Count)
	}
	// If nobody wants to hear of that one any more, the next letter is another.
	a.Items[0].Often = news.Never
	if e = a.Owed(noon.Add(time.Hour)); e == nil || e.Resend != nil || a.Entry(*e).Revision != 3 {
		t.Errorf("owed after that: %+v", e)
	}
}

func TestDigest(t *testing.T) {
	t.Parallel()
	often := make([]news.Often, news.MaxLines+3)
	for n := range often {
		often[n] = news.AtOnce
	}
	often[0] = news.Never
	a := account(often...)
	a.Items[len(a.Items)-1].PostingID = "post_3"
	d := a.Digest(a.Entry(*a.Owed(noon.Add(time.Hour))))
	if d.Count != news.MaxLines+2 || d.More != 2 || len(d.Postings) != 2 || d.Of != 3 {
		t.Fatalf("it tells of %d, %d more, in %d of %d postings", d.Count, d.More, len(d.Postings), d.Of)
	}
	first := d.Postings[0]
	verify.Each(t, "it begins", verify.Fields{"first.ID": {first.ID, "post_1"}, "Title": {first.Title, "Posting 1"},
		"first.Events[0].ID": {first.Events[0].ID, "chg_1"}, "first.Events[1].ID": {first.Events[1].ID, "chg_3"},
		"len(first.Events) + len(d.Postings[1].Events)": {len(first.Events) + len(d.Postings[1].Events),
			news.MaxLines}})
}
