package desk

import (
	"time"

	"litmus/models"
)

// Ptr returns a pointer to the value.
func Ptr[T any](v T) *T { return &v }

// Scheduled is an interview of an hour at 15:00, booked at 12:00 on the Thursday before.
func Scheduled() models.Interview {
	i := models.Interview{OrgID: "org_1", ID: "int_1", CandidateID: "cand_1", Source: models.SourceLitmus,
		DurationMinutes: 60, TimeZone: "UTC", CreatedAt: Thu}
	i.Revise(Thu)
	i.SetStart(Mon(15, 0), 0)
	i.StartSetAt, i.InterviewerSetAt, i.AnnounceRevision = Thu, Thu, i.Revision
	return i
}

// External is an unused external session made on Thursday; the token of its link is "first".
func External() models.Interview {
	return models.Interview{ID: "int_2", Source: models.SourceExternal, ExternallyScheduled: true, DurationMinutes: 60,
		StartsAt: Thu, EndsAt: Thu.Add(time.Hour), ExpiresAt: Ptr(Thu.AddDate(0, 0, 7)),
		LinkHash: Ptr(models.HashLink("first")), LinkExpiresAt: Ptr(Thu.AddDate(0, 0, 1)),
		CreatedAt: Thu, UpdatedAt: Thu, Revision: 1}
}

// OnwardSteps are the steps of a track with everything that can follow.
func OnwardSteps() ([]models.Round, map[string]models.Assessment) {
	step := func(id string) models.Round {
		return models.Round{ID: "rnd_" + id, Type: models.StepAssessment, Title: "Step " + id, AssessmentID: id,
			Bookable: true}
	}
	unsaved := step("unsaved")
	unsaved.Bookable = false
	return []models.Round{
			{ID: "rnd_review", Type: models.StepPlain, Title: "Review"},
			step("takehome"), step("takehome"), step("design"),
			{ID: "rnd_team", Type: models.StepPlain, Title: "Team"},
			{ID: "rnd_quiz", Type: models.StepGroup, Title: "Quiz", AssignmentMode: "random",
				AssessmentIDs: []string{"live", "go", "rust", "old"}},
			{ID: "rnd_own", Type: models.StepGroup, Title: "Own choice", AssignmentMode: models.AssignSelfSelect,
				AssessmentIDs: []string{"a", "b"}},
			unsaved, {ID: "rnd_talk", Type: models.StepPlain, Title: "Talk"},
		}, map[string]models.Assessment{
			"takehome": {ID: "takehome", Title: "Take-home", DeliveryMode: models.DeliveryAsync, Ready: true},
			"design":   {ID: "design", Title: "Design", DeliveryMode: models.DeliverySync, Ready: true},
			"unsaved":  {ID: "unsaved", Title: "Unsaved", DeliveryMode: models.DeliverySync, Ready: true},
			"live":     {ID: "live", Title: "Live", DeliveryMode: models.DeliverySync, Ready: true},
			"go":       {ID: "go", Title: "Go", DeliveryMode: models.DeliveryAsync, Ready: true},
			"rust":     {ID: "rust", Title: "Rust", DeliveryMode: models.DeliveryTrial, Ready: true},
			"old":      {ID: "old", Title: "Old", DeliveryMode: models.DeliveryAsync},
			"a":        {ID: "a", DeliveryMode: models.DeliveryAsync, Ready: true},
		}
}

// Sorts are interviews of every sort, by name.
func Sorts() map[string]models.Interview {
	with := func(i models.Interview, change func(*models.Interview)) models.Interview { change(&i); return i }
	return map[string]models.Interview{
		"scheduled": Scheduled(),
		"with link": with(Scheduled(), func(i *models.Interview) { i.MeetingLink = "https://meet.example/x" }),
		"canceled":  with(Scheduled(), func(i *models.Interview) { i.CanceledAt = Ptr(Thu) }),
		"ended":     with(Scheduled(), func(i *models.Interview) { i.CallEndedAt = Ptr(Mon(15, 30)) }),
		"imported":  with(Scheduled(), func(i *models.Interview) { i.Source, i.ExternallyScheduled = models.SourceAshby, true }),
		"endless": with(Scheduled(), func(i *models.Interview) {
			i.Indefinite = true
			i.SetStart(i.StartsAt, 0)
		}),
		"external": External(),
		"external, canceled": with(External(), func(i *models.Interview) {
			i.CanceledAt, i.LinkHash, i.LinkExpiresAt = Ptr(Thu), nil, nil
		}),
		"external, used": with(External(), func(i *models.Interview) {
			i.LinkUsedAt = Ptr(Mon(15, 0))
			i.SetStart(Mon(15, 0), 0)
		}),
	}
}

// Picked is an interview at 15:00 on Monday that the candidate picked.
func Picked() models.Interview {
	i := Scheduled()
	i.InterviewerEmail, i.Picked = Ann, true
	return i
}
