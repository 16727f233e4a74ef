package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// The organization that everything is measured in.
const (
	interviewers  = 50
	paintedSlots  = 20 // of each interviewer on the posting whose slots are read
	morePostings  = 17 // beside the three below: 20 roles
	atATime       = 10 // interviewers who paint the same start on the posting that is booked
	bookedMinutes = 30
	benchAdmin    = "admin@bench.example"
	benchZone     = "Europe/Berlin" // of the organization and its people
)

// Titles by which the postings are found again.
const (
	titleBooked = "Booked posting"   // where bookings go: each start is offered by ten interviewers
	titleSlots  = "Slots posting"    // whose slots are read
	titleStored = "Archived posting" // where the stored interviews belong
)

func interviewer(n int) string { return fmt.Sprintf("interviewer%02d@bench.example", n) }

// plan says where bookings go: it hands out offered places, each once.
type plan struct {
	first time.Time
	next  int
}

// newPlan begins a month ahead, so that no reminder falls due while anything is measured.
func newPlan(now time.Time) plan {
	return plan{first: now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 30)}
}

func (p plan) start(k int) time.Time {
	return p.first.Add(time.Duration(k) * bookedMinutes * time.Minute)
}

// order is one booking: the body of its request.
type order struct {
	PostingID        string    `json:"posting_id"`
	RoundID          string    `json:"round_id"`
	CandidateEmail   string    `json:"candidate_email"`
	CandidateName    string    `json:"candidate_name"`
	ScheduledStartAt time.Time `json:"scheduled_start_at"`
	InterviewerEmail string    `json:"interviewer_email"` // "" for none
	Panel            string    `json:"panel,omitempty"`   // "auto" for whoever fits the round's seats
	MeetingLink      string    `json:"meeting_link"`
}

// copy is a plan that goes on from here by itself: for a baseline that is to get the same orders.
func (p plan) copy() *plan { return &p }

// placeOf is where order n goes: to which start, and to which of the ten who offer it. Any fifty in a row are at fifty
// starts with fifty interviewers, as people choose who book at the same time; after ten times fifty the starts are
// full.
func placeOf(n int) (k, who int) {
	block, round, k := n/(interviewers*atATime), n/interviewers%atATime, n%interviewers
	return block*interviewers + k, (round + k/(interviewers/atATime)) % atATime
}

// take returns the next n orders.
func (p *plan) take(n int, to place) []order {
	out := make([]order, n)
	for i := range out {
		k, who := placeOf(p.next)
		out[i] = order{
			PostingID:        to.PostingID,
			RoundID:          to.RoundID,
			CandidateEmail:   fmt.Sprintf("candidate%06d@bench.example", p.next),
			CandidateName:    fmt.Sprintf("Candidate %d", p.next),
			ScheduledStartAt: p.start(k),
			InterviewerEmail: interviewer(who*interviewers/atATime + k%(interviewers/atATime)),
			MeetingLink:      "https://meet.bench.example/room",
		}
		p.next++
	}
	return out
}

// object is a mapping of an organization file, which is YAML, of which JSON is a part.
type object map[string]any

// Slugs of the organizations: the one that is measured or makes the load, and its neighbour.
const (
	slugBench = "bench"
	slugOther = "other"
)

// writeOrganization writes the organization file with room for that many bookings.
func writeOrganization(file string, p plan, bookings int) error {
	return writeOrganizationOf(file, slugBench, p, bookings)
}

// writeOrganizationOf is [writeOrganization] for an organization by its slug.
func writeOrganizationOf(file, slug string, p plan, bookings int) error {
	return organizationOf(slug, p, bookings).write(file)
}

// write writes an organization file.
func (o object) write(file string) error {
	b, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o600)
}

// organizationOf is the organization file of [writeOrganizationOf].
func organizationOf(slug string, p plan, bookings int) object {
	now := time.Now().UTC().Truncate(24 * time.Hour)
	var people, booked, painted []object
	groups := interviewers / atATime
	starts := (bookings/(interviewers*atATime) + 1) * interviewers
	for n := range interviewers {
		people = append(people, object{
			"email": interviewer(n), "name": fmt.Sprintf("Interviewer %d", n), "time_zone": benchZone,
		})
		var open, own []time.Time
		for k := n % groups; k < starts; k += groups {
			open = append(open, p.start(k))
		}
		for day := range paintedSlots { // eight starts a day, each offered by about six
			own = append(own, now.AddDate(0, 0, 3+day).Add(time.Duration(9+n%8)*time.Hour))
		}
		booked = append(booked, object{"email": interviewer(n), "slots": open})
		painted = append(painted, object{"email": interviewer(n), "slots": own})
	}
	postings := []object{
		postingOf("booked", titleBooked, bookedMinutes, booked),
		postingOf("slots", titleSlots, 60, painted),
		postingOf("stored", titleStored, 60, nil),
	}
	for n := range morePostings {
		postings = append(postings, postingOf(fmt.Sprintf("more-%d", n), fmt.Sprintf("Posting %d", n), 60, nil))
	}
	return object{
		"organization": object{
			"slug": slug, "name": "Bench", "time_zone": benchZone,
			"mail_from": "Bench Hiring <hiring@bench.example>", "admins": []string{benchAdmin},
		},
		"interviewers": people,
		"assessments": []object{
			{"key": "takehome", "title": "Take-home", "delivery_mode": "async"},
			{"key": "live", "title": "Live round", "delivery_mode": "sync"},
			{"key": "quiz-a", "title": "Quiz A", "delivery_mode": "async"},
			{"key": "quiz-b", "title": "Quiz B", "delivery_mode": "async"},
		},
		"postings": postings,
	}
}

// postingOf is a posting of an organization file with a live round of that length.
func postingOf(key, title string, minutes int, people []object) object {
	return object{
		"key": key, "kind": "role", "title": title, "team": "Platform", "location": "Berlin", "interviewers": people,
		"tracks": []object{{"key": "default", "name": "Default", "default": true, "steps": []object{
			{"key": "review", "type": "step", "title": "Review"},
			{"key": "takehome", "type": "assessment", "assessment": "takehome", "title": "Take-home"},
			{"key": "live", "type": "assessment", "assessment": "live", "title": "Live round",
				"duration_minutes": minutes},
			{"key": "quiz", "type": "group", "title": "Quiz", "assignment_mode": "random",
				"assessments": []string{"quiz-a", "quiz-b"}},
		}}},
	}
}

// place is a round that can be booked, with what an interview's row refers to.
type place struct {
	PostingID, RoundID, TrackID, AssessmentID string
}

// slots is the path of the free starts of the round.
func (p place) slots() string {
	return "/api/v1/postings/" + p.PostingID + "/slots?round_id=" + p.RoundID
}

// findPlaces reads the bookable round of every posting, by the posting's title.
func findPlaces(t target) (map[string]place, error) {
	var list struct {
		Roles []struct{ ID, Title string }
	}
	if err := t.read("/api/v1/roles", &list); err != nil {
		return nil, err
	}
	out := map[string]place{}
	for _, r := range list.Roles {
		var p struct {
			Tracks []struct {
				ID    string
				Steps []struct {
					RoundID      string `json:"round_id"`
					AssessmentID string `json:"assessment_id"`
					DeliveryMode string `json:"delivery_mode"`
				}
			}
		}
		if err := t.read("/api/v1/postings/"+r.ID+"/pipeline", &p); err != nil {
			return nil, err
		}
		for _, track := range p.Tracks {
			for _, s := range track.Steps {
				if s.DeliveryMode == "sync" {
					out[r.Title] = place{r.ID, s.RoundID, track.ID, s.AssessmentID}
				}
			}
		}
	}
	return out, nil
}

// read reads a page into a value.
func (t target) read(path string, to any) error {
	b, err := t.get(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, to)
}
