package client_test

import (
	"context"
	"fmt"
	"log"
	"slices"
	"strings"
	"time"

	"litmus/client"
)

// round finds a step by its title and that of its posting, like a program that is configured with them.
func round(ctx context.Context, c *client.Client, posting, step string) (postingID string, s client.Step) {
	roles, err := c.Roles(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range roles {
		if r.Title != posting {
			continue
		}
		p, err := c.Pipeline(ctx, r.ID)
		if err != nil {
			log.Fatal(err)
		}
		for _, t := range p.Tracks {
			for _, s := range t.Steps {
				if t.IsDefault && s.Title == step {
					return r.ID, s
				}
			}
		}
	}
	log.Fatalf("there is no step %q in a posting %q", step, posting)
	return "", s
}

// Take-home: the candidate receives an assessment invitation (contract §1).
func ExampleClient_Invite_takeHome() {
	litmus := serve()
	defer litmus.close()
	ctx := context.Background()
	c, err := client.New(litmus.URL, litmus.Key)
	if err != nil {
		log.Fatal(err)
	}

	posting, step := round(ctx, c, "Senior Backend Engineer", "Take-home")
	request := client.InviteRequest{PostingID: posting, AssessmentID: step.AssessmentID,
		CandidateEmail: "robin@candidate.example", CandidateName: "Robin Example"}
	invitation, err := c.Invite(ctx, request)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("sent:", !invitation.Reused, "with a link:", invitation.URL != "")

	again, err := c.Invite(ctx, request) // sends no second letter
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the same candidate:", again.ID == invitation.ID, "sent:", !again.Reused)
	// Output:
	// sent: true with a link: true
	// the same candidate: true sent: false
}

// Candidate picks a live time: the candidate receives a scheduling email, and the booking is made when they select a
// time (contract §1).
func ExampleClient_Invite_liveTime() {
	litmus := serve()
	defer litmus.close()
	ctx := context.Background()
	c, err := client.New(litmus.URL, litmus.Key)
	if err != nil {
		log.Fatal(err)
	}

	posting, step := round(ctx, c, "Senior Backend Engineer", "System design")
	invitation, err := c.Invite(ctx, client.InviteRequest{PostingID: posting, AssessmentID: step.AssessmentID,
		CandidateEmail: "robin@candidate.example", CandidateName: "Robin Example"})
	if err != nil {
		log.Fatal(err)
	}
	booked := func() (n int) {
		for i, err := range c.Interviews(ctx,
			client.Filter{PostingID: posting, CandidateEmail: "robin@candidate.example"}) {
			if err != nil {
				log.Fatal(err)
			}
			n++
			fmt.Println(i.Status, i.ScheduledStartAt.Format(time.RFC3339), "with", i.InterviewerEmail,
				"shown in", i.TimeZone)
		}
		return n
	}
	fmt.Println("interviews after the invite:", booked())

	// The candidate does this on the page that the letter links to.
	pick(invitation.URL, time.Date(2031, 3, 5, 9, 30, 0, 0, time.UTC))

	fmt.Println("interviews after the pick:", booked())
	// Output:
	// interviews after the invite: 0
	// scheduled 2031-03-05T09:30:00Z with alan@acme.example shown in Europe/Berlin
	// interviews after the pick: 1
}

// Automation books a live interview: the candidate receives a confirmation, the interviewer a briefing (contract §1).
// Here with the first time that is free, and moved to another one.
func ExampleClient_Book() {
	litmus := serve()
	defer litmus.close()
	ctx := context.Background()
	c, err := client.New(litmus.URL, litmus.Key)
	if err != nil {
		log.Fatal(err)
	}

	posting, step := round(ctx, c, "Senior Backend Engineer", "System design")
	free, err := c.Slots(ctx, posting, step.RoundID, time.Date(2031, 3, 3, 0, 0, 0, 0, time.UTC), time.Time{})
	if err != nil {
		log.Fatal(err)
	}
	first := free.Slots[0]
	b, err := c.Book(ctx, client.BookingRequest{PostingID: posting, RoundID: step.RoundID,
		CandidateEmail: "robin@candidate.example", CandidateName: "Robin Example",
		ScheduledStartAt: first.StartAt, InterviewerEmail: first.InterviewerEmails[0], TimeZone: "Europe/Berlin"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Interview.Status, b.Interview.ScheduledStartAt.Format(time.RFC3339), b.Interview.InterviewerEmail,
		len(b.Warnings), "warnings")

	// This is a full request: fields that are left out get their defaults.
	moved, err := c.Book(ctx, client.BookingRequest{
		PostingID:        posting,
		RoundID:          step.RoundID,
		CandidateID:      b.Interview.Candidate.ID,
		ScheduledStartAt: time.Date(2031, 3, 5, 9, 30, 0, 0, time.UTC),
		InterviewerEmail: "alan@acme.example",
		TimeZone:         "Europe/Berlin",
		ReplaceExisting:  true,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the same interview:", moved.Interview.ID == b.Interview.ID,
		moved.Interview.ScheduledStartAt.Format(time.RFC3339), moved.Interview.MeetingLink)

	_, err = c.Book(ctx, client.BookingRequest{PostingID: posting, RoundID: step.RoundID,
		CandidateEmail: "kim@candidate.example", ScheduledStartAt: time.Date(2031, 3, 5, 10, 0, 0, 0, time.UTC),
		InterviewerEmail: "alan@acme.example"})
	fmt.Println(client.KindOf(err))

	canceled, err := c.Cancel(ctx, moved.Interview.ID)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(canceled.Status)
	// Output:
	// scheduled 2031-03-03T14:00:00Z katherine@acme.example 0 warnings
	// the same interview: true 2031-03-05T09:30:00Z https://meet.acme.example/alan-backend
	// conflict
	// canceled
}

// Own calendar: the candidate receives a single-use link that the integration delivers; there is no letter and no
// calendar entry (contract §1).
func ExampleClient_Book_ownCalendar() {
	litmus := serve()
	defer litmus.close()
	ctx := context.Background()
	c, err := client.New(litmus.URL, litmus.Key)
	if err != nil {
		log.Fatal(err)
	}

	posting, step := round(ctx, c, "Senior Backend Engineer", "Pairing")
	b, err := c.Book(ctx, client.BookingRequest{PostingID: posting, RoundID: step.RoundID,
		CandidateEmail: "robin@candidate.example", CandidateName: "Robin Example",
		ExternallyScheduled: true, InterviewerEmail: "grace@acme.example",
		MeetingLink: "https://meet.acme.example/grace"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("deliver a link:", b.CandidateLink != "") // store it: no later read returns it
	fmt.Println(b.Interview.Status, b.Interview.Source, b.Interview.ScheduledStartAt == nil)
	// Output:
	// deliver a link: true
	// pending external true
}

// The polling procedure of contract §6 keeps a copy of all interviews up to date.
func ExampleClient_Interviews_polling() {
	litmus := serve()
	defer litmus.close()
	ctx := context.Background()
	c, err := client.New(litmus.URL, litmus.Key)
	if err != nil {
		log.Fatal(err)
	}

	const overlap = 10 * time.Minute // longer than a run takes
	interviews := map[string]client.Interview{}
	var checkpoint time.Time // of the last completed run; store it and the interviews in your database
	poll := func() error {
		began := litmus.clock() // 1. time.Now() in a program
		filter := client.Filter{PageSize: 2}
		if !checkpoint.IsZero() {
			filter.UpdatedSince = checkpoint.Add(-overlap) // 2. canceled ones are included
		}
		for i, err := range c.Interviews(ctx, filter) { // 3. all pages
			if err != nil {
				return err // the checkpoint stays, so the next run reads everything again
			}
			if known, ok := interviews[i.ID]; !ok || i.UpdatedAt.After(known.UpdatedAt) {
				interviews[i.ID] = i
			}
		}
		checkpoint = began // 4. only now
		for id, i := range interviews {
			over := i.ScheduledStartAt != nil &&
				began.After(i.ScheduledStartAt.Add(time.Duration(i.DurationMinutes)*time.Minute))
			if (i.Status == client.StatusScheduled && over) || i.Status == client.StatusPending {
				// its status may have changed by time alone
				again, err := c.Interview(ctx, id)
				if err != nil {
					return err
				}
				interviews[id] = *again
			}
		}
		return nil
	}
	show := func() {
		if err := poll(); err != nil {
			log.Fatal(err)
		}
		var lines []string
		for _, i := range interviews {
			lines = append(lines, fmt.Sprint(i.Candidate.Name, " ", i.Status))
		}
		slices.Sort(lines)
		fmt.Println(strings.Join(lines, "; "))
	}

	posting, step := round(ctx, c, "Senior Backend Engineer", "System design")
	book := func(email, name string, start time.Time) *client.Booking {
		b, err := c.Book(ctx, client.BookingRequest{PostingID: posting, RoundID: step.RoundID, CandidateEmail: email,
			CandidateName: name, ScheduledStartAt: start})
		if err != nil {
			log.Fatal(err)
		}
		return b
	}
	robin := book("robin@candidate.example", "Robin", time.Date(2031, 3, 3, 15, 0, 0, 0, time.UTC))
	book("kim@candidate.example", "Kim", time.Date(2031, 3, 3, 16, 0, 0, 0, time.UTC))
	show()

	litmus.later(time.Hour)
	if _, err := c.Cancel(ctx, robin.Interview.ID); err != nil {
		log.Fatal(err)
	}
	show()

	litmus.later(7 * 24 * time.Hour) // nothing is written, but Kim's interview is over
	show()
	// Output:
	// Imported Candidate completed; Kim scheduled; Robin scheduled
	// Imported Candidate completed; Kim scheduled; Robin canceled
	// Imported Candidate completed; Kim completed; Robin canceled
}
