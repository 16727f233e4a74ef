package demonstration

import (
	"context"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/pipeline"
	"litmus/models/timetable"
	"litmus/store/pipelines"
	"litmus/store/pools"
)

// panels adds a final round that three people interview in together: two pools, with Tomás in training, and hours of
// the others; a limit of Priya's, which is reached on days of hers; and a panel for Elin of which one cannot come, and
// waits for somebody else.
func (p *player) panels() {
	ines := p.member("ines")
	p.add(p.day(-1, "15:40"), ines, func(ctx context.Context, by act.By) error {
		for _, local := range []string{"ines", "mei"} {
			person, err := p.Availability.Person(ctx, p.org.ID, address(local))
			if err != nil {
				return err
			}
			typed := timetable.HoursRequest{TimeZone: person.TimeZone, Shown: person.HoursVersion()}
			hours, err := typed.Office().Validate()
			if err != nil {
				return err
			}
			if _, err := p.Availability.SetHours(ctx, by, p.org.ID, address(local), hours); err != nil {
				return err
			}
		}
		return nil
	})
	p.add(p.day(-1, "15:45"), ines, func(ctx context.Context, by act.By) error {
		_, err := p.Availability.SetLimits(ctx, by, p.org.ID, address("priya"), "", models.InterviewLimits{Day: 1,
			Before: 15})
		return err
	})
	p.add(p.day(-1, "15:50"), p.member("mei"), func(ctx context.Context, by act.By) error {
		engineers, err := p.pool(ctx, by, pipeline.PoolEdit{Name: "Engineering", PoolSettings: models.PoolSettings{
			ShadowsNeeded: 2, ReverseShadowsNeeded: 1}}, "jonas", "priya")
		if err != nil {
			return err
		}
		if err := p.Pools.Join(ctx, by, p.org.ID, engineers, models.PoolMember{Email: address("tomas"),
			State: models.PoolShadow, Done: 1}); err != nil {
			return err
		}
		raisers, err := p.pool(ctx, by, pipeline.PoolEdit{Name: "Bar raisers"}, "ines", "mei")
		if err != nil {
			return err
		}
		return p.finalRound(ctx, by, []models.Seat{{Pool: engineers, Count: 2, Role: models.SeatInterviewer},
			{Pool: raisers, Count: 1, Role: models.SeatInterviewer},
			{Pool: engineers, Count: 1, Role: models.SeatShadow, Optional: true}})
	})
}

// pool makes a pool of people who are qualified.
func (p *player) pool(ctx context.Context, by act.By, e pipeline.PoolEdit, qualified ...string) (string, error) {
	made, err := p.Pools.Create(ctx, by, p.org.ID, pools.NewPoolID(), e)
	for _, local := range qualified {
		if err != nil {
			return "", err
		}
		err = p.Pools.Join(ctx, by, p.org.ID, made.ID, models.PoolMember{Email: address(local),
			State: models.PoolQualified})
	}
	return made.ID, err
}

// finalRound adds the round with its seats, in which Elin is booked: everybody who is needed is free then.
func (p *player) finalRound(ctx context.Context, by act.By, seats []models.Seat) error {
	posting := p.ids.Postings["turbine-software"]
	id, assessment := pipelines.NewRoundID(), pipelines.NewAssessmentID()
	page, err := p.Pipelines.PostingPage(ctx, p.org.ID, posting.ID)
	if err != nil {
		return err
	}
	if _, err = p.Pipelines.EditPipeline(ctx, by, p.org.ID, posting.ID, page.Posting.Version, pipeline.AddRound{ID: id,
		TrackID: posting.Tracks["default"].ID,
		Step: pipeline.StepEdit{Type: models.StepAssessment, Title: "Final round", AssessmentID: assessment,
			DurationMinutes: 60, Bookable: true, Seats: seats},
		Made: &pipeline.AssessmentEdit{Title: "Final round", DeliveryMode: models.DeliverySync, Ready: true,
			TimeLimitMinutes: 60, Instructions: "Three of us ask about your proudest work."}}); err != nil {
		return err
	}
	p.add(p.day(-1, "16:20"), by.Actor, func(ctx context.Context, by act.By) error {
		elin := named("Elin Björk", "elin.bjork")
		b, err := p.Bookings.Book(ctx, by, p.org, booking.Order{PostingID: posting.ID, RoundID: id, Auto: true,
			CandidateEmail: elin.email, CandidateName: elin.name, Start: p.day(5, "14:00")})
		if err != nil {
			return err
		}
		ref := models.Ref{OrgID: p.org.ID, ID: b.Interview.ID}
		p.made = append(p.made, ref)
		declines := b.Interview.Others()[0].Email
		who := models.Actor{Kind: models.ActorMember, ID: declines}
		p.add(p.day(-1, "17:30"), who, func(ctx context.Context, by act.By) error {
			if _, _, err := p.Bookings.AskForReplacement(ctx, by, p.org.ID, ref.ID, declines, "I am at the test "+
				"harbour that afternoon."); err != nil {
				return err
			}
			return p.settle(ctx, ref)
		})
		return p.settle(ctx, ref)
	})
	return nil
}
