package wire

import (
	"strconv"

	"litmus/models/figures"
)

// Load says who interviews how much (P12), as the tool and `litmus load --json` have it.
type Load struct {
	Interviews LoadInterviews `json:"interviews"`
	Fairness   LoadFairness   `json:"fairness"`
	Training   LoadTraining   `json:"training"`
}

// LoadInterviews are interviews by person and week.
type LoadInterviews struct {
	Weeks    []string     `json:"weeks"` // their Mondays
	Current  int          `json:"current"`
	ByPerson []LoadPerson `json:"by_person"`
	More     bool         `json:"more"`
}

// LoadFairness says how even pools are.
type LoadFairness struct {
	ByPool []LoadPool `json:"by_pool"`
}

// LoadTraining says who is in training.
type LoadTraining struct {
	Trainees []Trainee `json:"trainees"`
}

// LoadPerson is how much somebody interviews.
type LoadPerson struct {
	Email              string `json:"email"`
	Name               string `json:"name"`
	TimeZone           string `json:"time_zone"`
	InterviewsByWeek   []int  `json:"interviews_by_week"`
	WeekLimit          *int   `json:"week_limit"`
	Interviews         int    `json:"interviews"` // of the four weeks around now
	Limit              *int   `json:"limit"`      // in these
	SharePercent       int    `json:"share_percent"`
	NoShows            int    `json:"no_shows"`
	NoShowsOfCandidate int    `json:"no_shows_candidate"`
}

// LoadPool says how evenly a pool interviews.
type LoadPool struct {
	ID              string   `json:"id"`
	Name            string   `json:"name"`
	Qualified       int      `json:"qualified"`
	Training        int      `json:"training"`
	Paused          int      `json:"paused"`
	SmallestPercent int      `json:"smallest_share_percent"`
	LargestPercent  int      `json:"largest_share_percent"`
	Fairness        *float64 `json:"fairness"`
}

// Trainee is somebody in training.
type Trainee struct {
	PoolID string `json:"pool_id"`
	Pool   string `json:"pool"`
	Email  string `json:"email"`
	Name   string `json:"name"`
	State  string `json:"state"`
	Done   int    `json:"done"`
	Needed *int   `json:"needed"`
}

// LoadOf renders the load.
func LoadOf(l figures.Load) Load {
	out := Load{LoadInterviews{l.Mondays, figures.LoadPast, []LoadPerson{}, l.More}, LoadFairness{[]LoadPool{}},
		LoadTraining{[]Trainee{}}}
	for _, p := range l.People {
		out.Interviews.ByPerson = append(out.Interviews.ByPerson, LoadPerson{p.Email, p.Name, p.Zone, p.Weeks,
			numberOrNull(p.Most), p.Recent, numberOrNull(p.Allowed), p.Percent, p.NoShows, p.NoCandidate})
	}
	for _, p := range l.Pools {
		one := LoadPool{p.ID, p.Name, p.Qualified, p.Training, p.Paused, p.Smallest, p.Largest, nil}
		if p.Fairness > 0 {
			one.Fairness = &p.Fairness
		}
		out.Fairness.ByPool = append(out.Fairness.ByPool, one)
	}
	for _, t := range l.Trainees {
		out.Training.Trainees = append(out.Training.Trainees, Trainee{t.PoolID, t.Pool, t.Email, t.Name,
			string(t.State), t.Done, numberOrNull(t.Needed)})
	}
	return out
}

func numberOrNull(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// LoadHeader names the columns of [LoadRows].
var LoadHeader = []string{"section", "week", "email", "pool", "measure", "value"}

// LoadRows are the load as a file has it: each number is a row of its own. The value is empty where there is none.
func LoadRows(l figures.Load) (rows [][]string) {
	row := func(section, week, email, pool, measure string, n *int) {
		value := ""
		if n != nil {
			value = strconv.Itoa(*n)
		}
		rows = append(rows, []string{section, week, email, pool, measure, value})
	}
	for _, p := range l.People {
		for w, n := range p.Weeks {
			row("interviews", l.Mondays[w], p.Email, "", "interviews", &n)
		}
		row("interviews", "", p.Email, "", "week_limit", numberOrNull(p.Most))
		row("interviews", "", p.Email, "", "share_percent", &p.Percent)
		row("no_shows", "", p.Email, "", "no_shows", &p.NoShows)
		row("no_shows", "", p.Email, "", "no_shows_candidate", &p.NoCandidate)
	}
	for _, p := range LoadOf(l).Fairness.ByPool {
		row("pools", "", "", p.Name, "smallest_share_percent", &p.SmallestPercent)
		row("pools", "", "", p.Name, "largest_share_percent", &p.LargestPercent)
		row("pools", "", "", p.Name, "fairness", nil)
		if p.Fairness != nil {
			rows[len(rows)-1][5] = strconv.FormatFloat(*p.Fairness, 'f', 2, 64)
		}
	}
	for _, t := range l.Trainees {
		row("training", "", t.Email, t.Pool, string(t.State)+"_done", &t.Done)
		row("training", "", t.Email, t.Pool, string(t.State)+"_needed", numberOrNull(t.Needed))
	}
	return rows
}
