package figures

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/panel"
	"litmus/models/pipeline"
	"litmus/models/timetable"
)

// The weeks of a [Load]: those before the current one, and those after it.
const (
	LoadPast = 8
	LoadNext = 4

	loadWeeks = LoadPast + 1 + LoadNext
)

// MostLoaded is how many people a [Load] has at most, those with the largest shares.
const MostLoaded = 500

// Sitting is somebody's place in an interview that is not canceled.
type Sitting struct {
	Email       string
	Start       time.Time
	Missed      bool // they did not come
	NoCandidate bool // the candidate did not come
}

// Interviewing is somebody who interviews or could, with their own limits.
type Interviewing struct {
	Email, Name, Zone string // Zone is where their days and weeks begin
	Limits            models.InterviewLimits
}

// LoadFacts are what a [Load] is computed of.
type LoadFacts struct {
	Zone        string // of the organization
	NoShowsFree bool   // see [models.OrganizationLimits]
	People      []Interviewing
	Pools       []pipeline.PoolPage // with everybody in them as they are at now
	Sittings    []Sitting           // those of [LoadSpan]
}

// Load says who interviews how much (P12).
type Load struct {
	Mondays  []string // the first date of each week; that of the organization's current one is at [LoadPast]
	PoolID   string   // "" for all
	People   []PersonLoad
	More     bool // there are more people than these
	Pools    []PoolLoad
	Trainees []Trainee
}

// PersonLoad is how much somebody interviews.
type PersonLoad struct {
	Interviewing
	Weeks       []int // interviews that count towards their limits, by week of their own zone
	Most        int   // what their limits allow in a week, 0 for no limit
	Recent      int   // interviews in the last and the next fourteen days
	Allowed     int   // in these four weeks, see [panel.Allows]; 0 for no limit
	Percent     int   // Recent of what is allowed, or of what counts as allowed without a limit
	NoShows     int   // interviews of these weeks to which they did not come
	NoCandidate int   // and those to which the candidate did not come
}

// Sum is how many interviews they have in all these weeks.
func (p PersonLoad) Sum() (n int) {
	for _, w := range p.Weeks {
		n += w
	}
	return n
}

// PoolLoad says how evenly a pool interviews: the shares of those who are qualified today, in percent of their limits.
type PoolLoad struct {
	ID, Name                    string
	Qualified, Training, Paused int
	Smallest, Largest           int     // shares in percent, of those who are qualified
	Fairness                    float64 // the largest against the smallest: 1 is even; 0: the smallest is none
}

// Trainee is somebody in training, with how far they are in words.
type Trainee struct {
	PoolID, Pool, Email, Name string
	State                     models.PoolState
	Done, Needed              int // Needed is 0 where a member says when
}

// LoadSpan is when the interviews begin that a [Load] at now is computed of: those of its weeks wherever somebody is.
func LoadSpan(now time.Time, zone string) (from, to time.Time) {
	const around = 27 * time.Hour // zones are 26 hours apart at most
	weeks := Weeks(now.AddDate(0, 0, 7*LoadNext), models.Location(zone), loadWeeks)
	return weeks[0].From.Add(-around), weeks[loadWeeks-1].To.Add(around)
}

// LoadAt computes who interviews how much at now: of everybody, or of those who are in the pool of that id. Weeks are
// those of each person's zone, from Monday to Sunday. What counts is what counts towards limits (P5): what is booked
// and not canceled, without what they missed themselves and, if the organization says so, without what the candidate
// missed. The share of the four weeks around now is the one by which panels are chosen (P6), in which missed interviews
// are.
//
// Pools of rooms are left out: rooms need no fairness. A pool that is not known is a [models.NotFound].
func LoadAt(f LoadFacts, poolID string, now time.Time) (l Load, err error) {
	l.PoolID = poolID
	weeks := Weeks(now.AddDate(0, 0, 7*LoadNext), models.Location(f.Zone), loadWeeks)
	for _, w := range weeks {
		l.Mondays = append(l.Mondays, w.First)
	}
	at := make(map[string]int, len(f.People))
	all := make([]PersonLoad, len(f.People))
	for n, p := range f.People {
		at[p.Email] = n
		allowed := panel.Allows(p.Limits.Day, p.Limits.Week)
		all[n] = PersonLoad{Interviewing: p, Weeks: make([]int, loadWeeks), Allowed: allowed, Most: allowed / 4}
	}
	first, _ := time.Parse(time.DateOnly, l.Mondays[0])
	for _, s := range f.Sittings {
		n, known := at[s.Email]
		if !known {
			continue
		}
		p := &all[n]
		if !s.Start.Before(now.Add(-timetable.TurnWindow)) && !s.Start.After(now.Add(timetable.TurnWindow)) {
			p.Recent++
		}
		y, m, d := s.Start.In(models.Location(p.Zone)).Date()
		days := int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Sub(first).Hours()) / 24
		if days < 0 || days >= 7*loadWeeks {
			continue
		}
		if s.Missed {
			p.NoShows++
		}
		if s.NoCandidate {
			p.NoCandidate++
		}
		if !s.Missed && !(s.NoCandidate && f.NoShowsFree) {
			p.Weeks[days/7]++
		}
	}
	for n, p := range all {
		all[n].Percent = panel.Share{Interviews: p.Recent, Allowed: p.Allowed}.Percent()
	}
	today := now.In(models.Location(f.Zone)).Format(time.DateOnly)
	within := map[string]bool{}
	for _, p := range f.Pools {
		if p.Kind == models.PoolRooms || poolID != "" && p.ID != poolID {
			continue
		}
		l.Pools = append(l.Pools, poolLoad(p, today, func(email string) (one PersonLoad) {
			if n, known := at[email]; known {
				one = all[n]
			}
			return one
		}))
		for _, m := range p.Members {
			within[m.Email] = true
			if state := m.Trains(); state != "" {
				l.Trainees = append(l.Trainees, Trainee{p.ID, p.Name, m.Email, m.Name, state, m.Done, p.Needed(state)})
			}
		}
	}
	if poolID != "" && l.Pools == nil {
		return l, models.NotFoundf("pool %s not found", models.Quote(poolID))
	}
	for _, p := range all {
		if poolID == "" || within[p.Email] {
			l.People = append(l.People, p)
		}
	}
	slices.SortFunc(l.People, func(x, y PersonLoad) int {
		return cmp.Or(cmp.Compare(y.Percent, x.Percent), cmp.Compare(y.Sum(), x.Sum()),
			strings.Compare(x.Email, y.Email))
	})
	if l.More = len(l.People) > MostLoaded; l.More {
		l.People = l.People[:MostLoaded]
	}
	return l, nil
}

func poolLoad(p pipeline.PoolPage, today string, loadOf func(email string) PersonLoad) PoolLoad {
	l := PoolLoad{ID: p.ID, Name: p.Name}
	var least, most panel.Share
	for _, m := range p.Members {
		switch m.StateOn(today) {
		case models.PoolPaused:
			l.Paused++
			continue
		case models.PoolQualified:
		default:
			l.Training++
			continue
		}
		one := loadOf(m.Email)
		share := panel.Share{Interviews: one.Recent, Allowed: one.Allowed}
		if l.Qualified++; l.Qualified == 1 || share.Less(least) {
			least = share
		}
		if l.Qualified == 1 || most.Less(share) {
			most = share
		}
	}
	if l.Qualified > 0 {
		l.Smallest, l.Largest, l.Fairness = least.Percent(), most.Percent(), most.Times(least)
	}
	return l
}
