// Package samples has one function for each operation of the interface. Package reference shows their bodies as samples
// of Go; they compile, so they keep up with package client. made.go has those of the methods that are made.
package samples

import (
	"context"
	"errors"
	"fmt"
	"time"

	"litmus/client"
)

func ListRoles(ctx context.Context, litmus *client.Client) error {
	roles, err := litmus.Roles(ctx)
	if err != nil {
		return err
	}
	for _, r := range roles {
		fmt.Println(r.ID, r.Title, r.Status)
	}
	return nil
}

func ReadPipeline(ctx context.Context, litmus *client.Client, posting string) error {
	pipeline, err := litmus.Pipeline(ctx, posting)
	if err != nil {
		return err
	}
	for _, track := range pipeline.Tracks {
		for _, step := range track.Steps {
			fmt.Println(track.Name, step.Title, step.CanBeBooked())
		}
	}
	return nil
}

func ListInterviews(ctx context.Context, litmus *client.Client, checkpoint time.Time) error {
	changed := client.Filter{UpdatedSince: checkpoint.Add(-10 * time.Minute)}
	for interview, err := range litmus.Interviews(ctx, changed) { // page by page
		if err != nil {
			return err
		}
		fmt.Println(interview.ID, interview.Status)
	}
	return nil
}

func BookInterview(ctx context.Context, litmus *client.Client, posting, round string, start time.Time) error {
	booking, err := litmus.Book(ctx, client.BookingRequest{
		PostingID:        posting,
		RoundID:          round,
		CandidateEmail:   "robin@candidate.example",
		CandidateName:    "Robin Example",
		ScheduledStartAt: start,
		InterviewerEmail: "grace@acme.example",
	})
	if uncertain := (*client.UncertainError)(nil); errors.As(err, &uncertain) {
		return uncertain // it may have been booked: look before you try again
	}
	if err != nil {
		return err
	}
	fmt.Println(booking.Interview.ID, booking.Warnings)
	return nil
}

func ReadInterview(ctx context.Context, litmus *client.Client, id string) error {
	interview, err := litmus.Interview(ctx, id, client.ArtifactTranscript, client.ArtifactNotes)
	if err != nil {
		return err
	}
	fmt.Println(interview.Status, interview.ScheduledStartAt)
	return nil
}

func ChangeInterviewer(ctx context.Context, litmus *client.Client, id string) error {
	interview, err := litmus.ChangeInterviewer(ctx, id, "alan@acme.example")
	if err != nil {
		return err
	}
	fmt.Println(interview.InterviewerEmail)
	return nil
}

func ListInterviewers(ctx context.Context, litmus *client.Client, posting string) error {
	interviewers, err := litmus.Interviewers(ctx, posting)
	if err != nil {
		return err
	}
	for _, i := range interviewers {
		fmt.Println(i.Email, i.AvailabilitySource, len(i.Slots))
	}
	return nil
}

func SetInterviewers(ctx context.Context, litmus *client.Client, posting string, starts []time.Time) error {
	_, err := litmus.SetInterviewers(ctx, posting, []client.InterviewerEntry{
		{Email: "grace@acme.example", Slots: starts},
		{Email: "katherine@acme.example"},
	}) // whoever is left out is removed
	return err
}

func ListSlots(ctx context.Context, litmus *client.Client, posting, round string) error {
	now := time.Now()
	list, err := litmus.Slots(ctx, posting, round, now, now.AddDate(0, 0, 14))
	if err != nil {
		return err
	}
	for _, slot := range list.Slots {
		fmt.Println(slot.StartAt, slot.InterviewerEmails)
	}
	return nil
}

func AddSlots(ctx context.Context, litmus *client.Client, posting string, start time.Time) error {
	results, err := litmus.AddSlots(ctx, posting,
		client.SlotWrite{InterviewerEmail: "grace@acme.example", StartAt: start})
	if err != nil {
		return err
	}
	for _, r := range results {
		fmt.Println(r.Email, r.Applied)
	}
	return nil
}

func RemoveSlots(ctx context.Context, litmus *client.Client, posting string, start time.Time) error {
	_, err := litmus.RemoveSlots(ctx, posting,
		client.SlotWrite{InterviewerEmail: "grace@acme.example", StartAt: start})
	return err
}

func SendInvite(ctx context.Context, litmus *client.Client, posting, assessment string) error {
	invitation, err := litmus.Invite(ctx, client.InviteRequest{
		PostingID:      posting,
		AssessmentID:   assessment,
		CandidateEmail: "robin@candidate.example",
		CandidateName:  "Robin Example",
	})
	if err != nil {
		return err
	}
	fmt.Println(invitation.ID, invitation.Reused)
	return nil
}

func ReadFile(ctx context.Context, litmus *client.Client, id string) error {
	content, err := litmus.File(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(len(content))
	return nil
}
