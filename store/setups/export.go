package setups

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/setup"
	"litmus/store/internal/db"
	"litmus/store/pools"
	"litmus/store/team"
)

// Export returns what a file can have of an organization, so that applying it changes nothing (D24). Of imports and
// submissions it has those that a file brought; credentials of calendars and rubrics are not in it. A reference to an
// environment variable in their place would be a second way to give a secret. The error is [models.NotFound] if there
// is no organization of that slug.
func (s *Store) Export(ctx context.Context, slug string) (out setup.Setup, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		found, err := db.Must[db.OrganizationRecord](tx.Where("slug = ?", slug),
			models.NotFoundf("organization %s not found", models.Quote(slug)))
		if err != nil {
			return err
		}
		e := &exporter{db: s.db, tx: tx, org: found, assessments: map[string]string{}, postings: map[string]string{},
			steps: map[string]string{}, durations: map[string]int{}}
		for _, step := range []func() error{e.organization, e.members, e.people, e.absences, e.readPools,
			e.readAssessments, e.readPostings, e.imports, e.submissions} {
			if err := step(); err != nil {
				return err
			}
		}
		out = e.out
		return nil
	})
	return out, db.Wrap("export organization", err)
}

// exporter is one run of [Store.Export] in its transaction.
type exporter struct {
	db  *db.DB
	tx  *gorm.DB
	org db.OrganizationRecord
	out setup.Setup

	pools                 map[string]string // keys, by id
	assessments, postings map[string]string // keys by ids
	steps                 map[string]string // TRACK/KEY by round ids
	durations             map[string]int    // minutes by round ids
}

func (e *exporter) of() *gorm.DB { return db.Of(e.tx, e.org.ID) }

func (e *exporter) organization() error {
	o := e.org
	e.out.Organization = setup.Organization{Slug: o.Slug, Name: o.Name, Approved: o.Approved,
		TimeZone: o.TimeZone, Language: o.Language, MailFrom: o.MailFrom, SupportEmail: o.SupportEmail,
		InviteDays: o.InviteDays, RescheduleMax: o.RescheduleMax,
		RescheduleCutoffHours: o.RescheduleCutoffHours, MovePickedOnly: o.MovePickedOnly, UndoSeconds: o.UndoSeconds,
		CancelForbidden: o.CancelForbidden, CancelCutoffHours: o.CancelCutoffHours,
		FallbackRecipients: o.FallbackRecipients, AllowPrivateNetworks: o.AllowPrivateNetworks,
		Brand: setup.Brand{Accent: o.Accent, LogoType: o.LogoType}, Limits: o.Limits,
		RefillHours: o.RefillHours}
	if o.LogoType == "" {
		return nil
	}
	logo, err := db.Take[team.LogoRecord](e.of())
	if err == nil && logo != nil {
		e.out.Organization.Brand.Logo = logo.Content
	}
	return err
}

func (e *exporter) members() error {
	var rows []team.MemberRecord
	if err := e.of().Order("email").Find(&rows).Error; err != nil {
		return err
	}
	o := &e.out.Organization
	for _, r := range rows {
		switch models.MemberRole(r.Role) {
		case models.Admin:
			o.Admins = append(o.Admins, r.Email)
		case models.Recruiter:
			o.Recruiters = append(o.Recruiters, r.Email)
		default:
			continue // interviewers are people
		}
		if r.Name != "" {
			if o.MemberNames == nil {
				o.MemberNames = map[string]string{}
			}
			o.MemberNames[r.Email] = r.Name
		}
	}
	return nil
}

func (e *exporter) people() error {
	var rows []db.PersonRecord
	if err := e.of().Order("email").Find(&rows).Error; err != nil {
		return err
	}
	for _, r := range rows {
		e.out.Interviewers = append(e.out.Interviewers, setup.Person{Email: r.Email, Name: r.Name,
			Title: r.Title, TimeZone: r.TimeZone, MeetingLink: r.MeetingLink, WorkingHours: r.WorkingHours,
			Dates: r.Dates, Limits: r.Limits, CalendarKept: r.CalendarConnected})
	}
	return nil
}

func (e *exporter) absences() error {
	var rows []db.AbsenceRecord
	if err := e.of().Order("email, first_day, last_day").Find(&rows).Error; err != nil {
		return err
	}
	for _, r := range rows {
		e.out.Absences = append(e.out.Absences, setup.Absence{Email: r.Email, Absence: r.Model()})
	}
	return nil
}

func (e *exporter) readPools() error {
	list, err := pools.Read(e.tx, e.org.ID)
	if err != nil {
		return err
	}
	var rows []db.PoolMemberRecord
	if err := e.of().Order("pool_id, email").Find(&rows).Error; err != nil {
		return err
	}
	rooms, err := pools.ReadRooms(e.tx, e.org.ID, list...)
	if err != nil {
		return err
	}
	trained, err := pools.ReadTrainings(e.db.Dialect, e.tx, e.org.ID, e.db.NowOf(e.org.ID))
	if err != nil {
		return err
	}
	e.pools = map[string]string{}
	for _, p := range list {
		e.pools[p.ID] = p.Key
		out := setup.Pool{Key: p.Key, Name: p.Name, PoolSettings: p.PoolSettings, Limits: p.Limits}
		if p.Kind == models.PoolRooms {
			out.Kind = p.Kind
		}
		for _, r := range rooms[p.ID] {
			r.ID = ""
			out.Rooms = append(out.Rooms, r)
		}
		for _, r := range rows {
			if r.PoolID == p.ID {
				out.Members = append(out.Members, trained.Of(p, r.Model()))
			}
		}
		e.out.Pools = append(e.out.Pools, out)
	}
	return nil
}

func (e *exporter) readAssessments() error {
	var rows []db.AssessmentRecord
	if err := e.of().Order("id").Find(&rows).Error; err != nil {
		return err
	}
	for _, r := range rows {
		e.assessments[r.ID] = r.Key
		e.out.Assessments = append(e.out.Assessments, setup.Assessment{Key: r.Key, Title: r.Title,
			DeliveryMode: r.DeliveryMode, Ready: r.Ready, Instructions: r.Instructions,
			TimeLimitMinutes: r.TimeLimitMinutes})
	}
	return nil
}

// readPostings reads the postings with their pipelines, interviewers and slots.
func (e *exporter) readPostings() error {
	var postings []db.PostingRecord
	var tracks []db.TrackRecord
	var rounds []db.RoundRecord
	var unstaged []db.UnstagedRecord
	var assigned []db.AssignedRecord
	var slots []db.SlotRecord
	var watching []db.WatcherRecord
	for _, q := range []struct {
		order string
		into  any
	}{{"id", &postings}, {"position, id", &tracks}, {"position, id", &rounds}, {"position, assessment_id", &unstaged},
		{"email", &assigned}, {"email, start_at", &slots},
		{"position, email", &watching}} {
		if err := e.of().Order(q.order).Find(q.into).Error; err != nil {
			return err
		}
	}
	steps := map[string][]setup.Step{}
	keys := map[string]string{}
	for _, t := range tracks {
		keys[t.ID] = t.Key
	}
	for _, r := range rounds {
		e.steps[r.ID], e.durations[r.ID] = keys[r.TrackID]+"/"+r.Key, r.DurationMinutes
		steps[r.TrackID] = append(steps[r.TrackID], e.step(r))
	}
	for _, p := range postings {
		e.postings[p.ID] = p.Key
		created := p.CreatedAt
		out := setup.Posting{Key: p.Key, Kind: p.Kind, Title: p.Title, Status: p.Status, Team: p.Team,
			Location: p.Location, Type: p.Type, CreatedAt: &created, ArchivedAt: p.ArchivedAt}
		for _, t := range tracks {
			if t.PostingID == p.ID {
				out.Tracks = append(out.Tracks, setup.Track{Key: t.Key, Name: t.Name, Default: t.IsDefault,
					Steps: steps[t.ID]})
			}
		}
		for _, u := range unstaged {
			if u.PostingID == p.ID {
				out.Unstaged = append(out.Unstaged, e.assessments[u.AssessmentID])
			}
		}
		for _, w := range watching {
			if w.PostingID == p.ID && w.Recruiter {
				out.Recruiters = append(out.Recruiters, w.Email)
			}
		}
		for _, a := range assigned {
			if a.PostingID != p.ID {
				continue
			}
			i := setup.PostingInterviewer{Email: a.Email, MeetingLink: a.MeetingLink, NoMember: !a.Named}
			from, _ := slices.BinarySearchFunc(slots, a.Email, func(s db.SlotRecord, email string) int {
				return cmp.Compare(s.Email, email)
			})
			for _, s := range slots[from:] {
				if s.Email != a.Email {
					break
				}
				if s.PostingID == p.ID {
					i.Slots = append(i.Slots, s.StartAt)
				}
			}
			out.Interviewers = append(out.Interviewers, i)
		}
		e.out.Postings = append(e.out.Postings, out)
	}
	return nil
}

func (e *exporter) step(r db.RoundRecord) setup.Step {
	s := setup.Step{Key: r.Key, Type: r.Type, Title: r.Title}
	switch r.Type {
	case models.StepAssessment:
		s.Assessment, s.DurationMinutes = e.assessments[r.AssessmentID], r.DurationMinutes
		s.Bookable, s.Indefinite, s.FallbackRecipients = r.Bookable, r.Indefinite, r.FallbackRecipients
		for _, seat := range r.Seats {
			seat.Pool = e.pools[seat.Pool]
			s.Seats = append(s.Seats, seat)
		}
	case models.StepGroup:
		s.AssignmentMode = r.AssignmentMode
		for _, id := range r.AssessmentIDs {
			s.Assessments = append(s.Assessments, e.assessments[id])
		}
	}
	return s
}

// candidates reads the names and addresses of these candidates.
func (e *exporter) candidates(ids []string) (map[string]setup.Candidate, error) {
	out := map[string]setup.Candidate{}
	for chunk := range slices.Chunk(ids, 500) {
		var rows []db.CandidateRecord
		if err := e.of().Select("id", "email", "name").Where("id in ?", chunk).Find(&rows).Error; err != nil {
			return nil, err
		}
		for _, r := range rows {
			out[r.ID] = setup.Candidate{Email: r.Email, Name: r.Name}
		}
	}
	return out, nil
}

// imports writes the entries of imported interviews as they are now. One that was canceled or booked anew is left out:
// a file has no words for it, and applying it elsewhere would bring it back. Optional parts are written if the file had
// them, or if they are no longer what follows without them.
func (e *exporter) imports() error {
	var rows []db.ImportRecord
	if err := e.of().Order("key").Find(&rows).Error; err != nil {
		return err
	}
	var candidateIDs []string
	interviews := map[string]models.Interview{}
	artifacts := map[string]db.ArtifactsRecord{}
	for chunk := range slices.Chunk(rows, 500) {
		var ids []string
		for _, r := range chunk {
			ids = append(ids, r.InterviewID)
		}
		var found []db.InterviewRecord
		if err := e.of().Where("id in ?", ids).Find(&found).Error; err != nil {
			return err
		}
		for _, r := range found {
			interviews[r.ID] = models.Interview(r)
			candidateIDs = append(candidateIDs, r.CandidateID)
		}
		var left []db.ArtifactsRecord
		if err := e.of().Where("interview_id in ?", ids).Find(&left).Error; err != nil {
			return err
		}
		for _, r := range left {
			artifacts[r.InterviewID] = r
		}
	}
	names, err := e.candidates(candidateIDs)
	if err != nil {
		return err
	}
	for _, r := range rows {
		i := interviews[r.InterviewID]
		if i.CanceledAt != nil || !i.Imported() {
			continue
		}
		had := map[string]string{}
		if err := json.Unmarshal([]byte(r.Digest), &had); err != nil {
			return db.Wrap("read digest of import "+r.Key, err)
		}
		entry := setup.Import{Key: r.Key, Posting: e.postings[i.PostingID], Step: e.steps[i.RoundID],
			Candidate: names[i.CandidateID], Source: i.Source, ScheduledStartAt: i.StartsAt,
			InterviewerEmail: i.InterviewerEmail, MeetingLink: i.MeetingLink, CallEndedAt: i.CallEndedAt}
		if had["duration"] != "" || i.DurationMinutes != e.durations[i.RoundID] {
			entry.DurationMinutes = i.DurationMinutes
		}
		if entry.Artifacts, err = broughtArtifacts(artifacts[i.ID], had); err != nil {
			return err
		}
		e.out.Imports = append(e.out.Imports, entry)
	}
	return nil
}

// broughtArtifacts are the parts that the file had.
func broughtArtifacts(row db.ArtifactsRecord, had map[string]string) (a booking.Artifacts, err error) {
	for _, part := range []struct {
		name string
		text *string
		into any
	}{{"transcript", row.Transcript, &a.Transcript}, {"recording", row.Recording, &a.Recording},
		{"interviewer_notes", row.InterviewerNotes, &a.InterviewerNotes}} {
		if had[part.name] == "" || part.text == nil {
			continue
		}
		if err := json.Unmarshal([]byte(*part.text), part.into); err != nil {
			return a, db.Wrap("read artifacts", err)
		}
	}
	return a, nil
}

func (e *exporter) submissions() error {
	var rows []db.SubmissionRecord
	if err := e.of().Where("key is not null").Order("key").Find(&rows).Error; err != nil {
		return err
	}
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.CandidateID)
	}
	names, err := e.candidates(ids)
	if err != nil {
		return err
	}
	for _, r := range rows {
		e.out.Submissions = append(e.out.Submissions, setup.Submission{Key: r.Key, Posting: e.postings[r.PostingID],
			Assessment: e.assessments[r.AssessmentID], Candidate: names[r.CandidateID], SubmittedAt: r.SubmittedAt,
			Score: r.Score, NativeScore: r.NativeScore, Decision: r.Decision})
	}
	return nil
}
