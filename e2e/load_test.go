package e2e

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
)

// P7 and P12: a trainee who sits in is in the load with everybody else, and when the interview is over it counts as one
// of their shadowings: by the tool, and nobody wrote it down. If they did not come, it does not.
func TestLoadOfAPanel(t *testing.T) {
	t.Parallel()
	const round = "title: Systems, fallback_recipients: [lead@northwind.example, second@northwind.example]}"
	const always = `working_hours: {mon: ["00:00-24:00"], tue: ["00:00-24:00"], wed: ["00:00-24:00"], ` +
		`thu: ["00:00-24:00"], fri: ["00:00-24:00"]}}`
	people := ""
	for _, name := range []string{"eng", "junior"} {
		people += "\n  - {email: " + name + "@northwind.example, name: " + name + " Quillon, time_zone: UTC, " + always
	}
	s := Serve(t, WithTestClock())
	o := s.NewOrg(t, round, round[:len(round)-1]+", seats: [{pool: engineers}, {pool: engineers, role: shadow}]}",
		"\nassessments:", "\npools:\n  - {key: engineers, name: Engineers, shadowings: 2, members: ["+
			"{email: eng@northwind.example}, {email: junior@northwind.example, state: shadow}]}\n\nassessments:",
		"\n  - {email: bram@northwind.example", people+"\n  - {email: bram@northwind.example")
	day := o.Now().UTC().AddDate(0, 0, 7)
	for day.Weekday() != time.Tuesday {
		day = day.AddDate(0, 0, 1)
	}
	start := time.Date(day.Year(), day.Month(), day.Day(), 10, 0, 0, 0, time.UTC)
	booked := o.try(t, "a", start.Format(time.RFC3339), "", "panel", "auto").Want(201)
	if got := booked.Text("interview.panel.1.email"); got != o.Email("junior") ||
		booked.Text("interview.panel.1.role") != "shadow" {
		t.Fatalf("the panel is %s", booked.Body)
	}
	type person struct {
		Email  string
		ByWeek []int `json:"interviews_by_week"`
	}
	type report struct {
		Interviews struct {
			ByPerson []person `json:"by_person"`
		}
		Training struct {
			Trainees []struct {
				Email        string
				Done, Needed int
			}
		}
	}
	ask := func(done, sat int) {
		t.Helper()
		var answer struct {
			Result struct {
				Load report `json:"structuredContent"`
			}
		}
		got := send(t, o.toolCall(t, "load_report", Object{}))
		if err := json.Unmarshal(got.Body, &answer); err != nil {
			t.Fatalf("%v: %s", err, got.Body)
		}
		load := answer.Result.Load
		if tr := load.Training.Trainees; len(tr) != 1 || tr[0].Email != o.Email("junior") || tr[0].Done != done ||
			tr[0].Needed != 2 {
			t.Errorf("in training are %+v, want %d of 2 done", tr, done)
		}
		for name, want := range map[string]int{"eng": 1, "junior": sat} {
			n := slices.IndexFunc(load.Interviews.ByPerson, func(p person) bool { return p.Email == o.Email(name) })
			if n < 0 || sum(load.Interviews.ByPerson[n].ByWeek) != want {
				t.Errorf("%s is not %d times in the load %+v", name, want, load.Interviews)
			}
		}
	}
	ask(0, 1)
	o.waitUntil(t, start.Add(2*time.Hour))
	ask(1, 1)
	ask(1, 1)

	// The lead came, and the trainee did not: the list names them, it is one no-show of the interviewer, and they did
	// not train.
	desk := []string{"Cookie", o.signsIn(t, o.signInLink(t, "desk")), "Sec-Fetch-Site", "same-origin"}
	o.Post(t, "/dashboard/interviews/"+booked.Text("interview.id")+"/no-show", desk, "who", "interviewer",
		"whom", o.Email("junior")).Want(303)
	list := string(o.Get(t, "/dashboard/interviews?view=no_shows", desk...).Want(200).Body)
	if !strings.Contains(list, "No-show: junior Quillon") {
		t.Errorf("the list of no-shows is %s", list)
	}
	figures := string(send(t, o.toolCall(t, "report", Object{"weeks": 1})).Body)
	const noShows = `"no_shows_interviewer":`
	if !strings.Contains(figures, noShows+"1") || strings.Contains(figures, noShows+"2") {
		t.Errorf("the figures are %s", figures)
	}
	ask(0, 0)
}

func sum(all []int) (n int) {
	for _, one := range all {
		n += one
	}
	return n
}
