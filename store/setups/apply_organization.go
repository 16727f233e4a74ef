package setups

import (
	"bytes"
	"cmp"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/setup"
	"litmus/store/internal/db"
	"litmus/store/team"
)

func (a *applier) applyOrganization() error {
	e := a.setup.Organization
	found, err := db.Take[db.OrganizationRecord](a.tx.Where("slug = ?", e.Slug))
	if err != nil {
		return err
	}
	exists, old := found != nil, db.OrganizationRecord{}
	if exists {
		old, a.now = *found, a.store.db.NowOf(found.ID)
	}
	if err := a.readTaken(old.ID); err != nil {
		return err
	}
	want := old
	// The approval and the private networks are the operator's to give, whoever keeps the rest.
	want.Approved, want.AllowPrivateNetworks = e.Approved, noneIfEmpty(e.AllowPrivateNetworks)
	another := false // logo
	left := a.leaves("organization", e.Slug, old.Origin)
	if !left {
		want.Slug, want.Name, want.Origin = e.Slug, e.Name, models.OriginFile
		want.TimeZone = cmp.Or(e.TimeZone, "UTC")
		want.Language = cmp.Or(e.Language, models.DefaultLanguage)
		want.MailFrom, want.SupportEmail, want.InviteDays = e.MailFrom, e.SupportEmail, e.InviteDays
		want.RescheduleMax, want.RescheduleCutoffHours = e.RescheduleMax, e.RescheduleCutoffHours
		want.MovePickedOnly, want.UndoSeconds = e.MovePickedOnly, e.UndoSeconds
		want.CancelForbidden, want.CancelCutoffHours = e.CancelForbidden, e.CancelCutoffHours
		want.Limits, want.RefillHours = e.Limits, e.RefillHours
		want.FallbackRecipients = noneIfEmpty(e.FallbackRecipients)
		want.Version = max(old.Version, 1)
		want.Accent, want.LogoType = e.Brand.Accent, e.Brand.LogoType
		if another, err = a.anotherLogo(old, e.Brand); err != nil {
			return err
		}
		if another && want.LogoType != "" {
			if _, err := models.CheckLogo(e.Brand.Logo); err != nil {
				return err
			}
		}
		if another || want.Accent != old.Accent {
			want.BrandVersion = old.BrandVersion + 1
		}
	}
	same := db.SameRecord(want, old)
	if !exists {
		want.ID, want.CreatedAt = db.NewID(db.PrefixOrganization), a.now
	}
	want.UpdatedAt = a.now
	if exists && (!slices.Equal(old.AllowPrivateNetworks, want.AllowPrivateNetworks) || old.TimeZone != want.TimeZone) {
		// What could not be called may be called now, and the other way round; and people without a zone of their own
		// have moved.
		if err := db.RequestFullSyncs(a.tx, want.ID, a.now); err != nil {
			return err
		}
	}
	if exists && want.Approved && !old.Approved {
		if err := a.resume(want.ID); err != nil {
			return err
		}
	}
	a.out.Organization = want.ID
	a.org = models.Organization{ID: want.ID, Slug: want.Slug, Name: want.Name, TimeZone: want.TimeZone}
	if left && same {
		return nil
	}
	if err := a.put("organization", e.Slug, exists, same, &want); err != nil || !another {
		return err
	}
	return team.WriteLogo(a.tx, want.ID, models.Brand{LogoType: want.LogoType}, e.Brand.Logo)
}

// anotherLogo reports whether the file has another logo than is stored.
func (a *applier) anotherLogo(old db.OrganizationRecord, e setup.Brand) (bool, error) {
	if e.LogoType != old.LogoType || old.LogoType == "" {
		return e.LogoType != old.LogoType, nil
	}
	stored, err := db.Take[team.LogoRecord](db.Of(a.tx, old.ID))
	return err == nil && (stored == nil || !bytes.Equal(stored.Content, e.Logo)), db.Wrap("read logo", err)
}

// readTaken reads what the dashboard took over from the file.
func (a *applier) readTaken(orgID string) error {
	var rows []db.TakenRecord
	if err := db.Of(a.tx, orgID).Find(&rows).Error; err != nil {
		return err
	}
	a.taken = map[KeptRecord]bool{}
	for _, r := range rows {
		a.taken[KeptRecord{r.Kind, r.Key}] = true
	}
	return nil
}

// noneIfEmpty is nil for an empty list, as lists are read.
func noneIfEmpty[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// resume makes everything wake that waited for the organization to be approved: what it owes, and what became due
// meanwhile. Its calendars are read again, since admins were not told of failures meanwhile.
func (a *applier) resume(orgID string) error {
	for _, table := range []string{"interviews", "candidates"} {
		if err := db.Of(a.tx.Table(table), orgID).Where("converged_revision < revision or next_due_at <= ?", a.now).
			Updates(map[string]any{"woken_revision": gorm.Expr("revision - 1"),
				"claimed_until": nil}).Error; err != nil {
			return err
		}
	}
	return db.RequestFullSyncs(a.tx, orgID, a.now)
}

func (a *applier) applyPeople() error {
	var rows []db.PersonRecord
	if err := db.Of(a.tx, a.org.ID).Find(&rows).Error; err != nil {
		return err
	}
	people := map[string]db.PersonRecord{}
	for _, r := range rows {
		people[r.Email] = r
	}
	calendars, err := a.readCalendars()
	if err != nil {
		return err
	}
	for _, e := range a.setup.Interviewers {
		if err := a.applyPerson(e, people[e.Email], calendars[e.Email]); err != nil {
			return err
		}
	}
	return nil
}

// applyPerson writes a person and their calendar, which may have different origins. old is zero and calendar nil where
// there is none.
func (a *applier) applyPerson(e setup.Person, old db.PersonRecord, calendar *db.CalendarRecord) error {
	exists, want, kept := old.Origin != "", old, ""
	if calendar != nil {
		kept = calendar.Origin
	}
	left := a.leaves("interviewer", e.Email, old.Origin)
	if left && !exists {
		return nil // nor can they have a calendar
	}
	if !left {
		want.OrgID, want.Email, want.Origin = a.org.ID, e.Email, models.OriginFile
		want.Name, want.Title, want.TimeZone, want.MeetingLink = e.Name, e.Title, e.TimeZone, e.MeetingLink
		want.WorkingHours, want.Dates, want.Limits = e.WorkingHours, e.Dates, e.Limits
		if !a.prune {
			keepPerson(&want, old)
		}
		if _, err := models.ChangeMeetingLink("the meeting link", old.MeetingLink, want.MeetingLink); err != nil {
			return db.Wrap("interviewer "+e.Email, err)
		}
	}
	connects := e.Calendar != nil && !a.leaves("calendar", e.Email, kept)
	removes := e.Calendar == nil && !e.CalendarKept && a.prune && kept == models.OriginFile
	want.CalendarConnected = connects || calendar != nil && !removes
	same := db.SameRecord(want, old)
	if !exists {
		want.CreatedAt = a.now
	}
	want.UpdatedAt = a.now
	if !left || !same {
		if err := a.put("interviewer", e.Email, exists, same, &want); err != nil {
			return err
		}
	}
	if exists && old.TimeZone != want.TimeZone { // all-day events and floating times have moved
		if err := db.RequestFullSync(a.tx, a.org.ID, e.Email, a.now); err != nil {
			return err
		}
	}
	switch {
	case e.CalendarKept && calendar == nil:
		a.note("no calendar of %s is connected: the file has no credentials of it", e.Email)
	case connects:
		return a.applyCalendar(e, calendar)
	case removes:
		a.note("removed calendar of %s", e.Email)
		a.changed(models.Change{Subject: models.SubjectPerson, SubjectID: e.Email, Kind: models.ChangeDisconnected})
		return a.store.db.DropCalendar(a.tx, a.org.ID, e.Email)
	}
	return nil
}

// keepPerson takes what the file leaves empty from the row that is there: the person may have set it elsewhere.
func keepPerson(p *db.PersonRecord, old db.PersonRecord) {
	p.Name, p.TimeZone = cmp.Or(p.Name, old.Name), cmp.Or(p.TimeZone, old.TimeZone)
	p.Limits = cmp.Or(p.Limits, old.Limits)
	p.MeetingLink, p.Title = cmp.Or(p.MeetingLink, old.MeetingLink), cmp.Or(p.Title, old.Title)
	if p.WorkingHours == nil {
		p.WorkingHours = old.WorkingHours
	}
	if p.Dates == nil {
		p.Dates = old.Dates
	}
}

// readCalendars reads the providers, fingerprints and origins of the connected calendars, by email.
func (a *applier) readCalendars() (map[string]*db.CalendarRecord, error) {
	var rows []db.CalendarRecord
	if err := db.Of(a.tx, a.org.ID).Select("id", "email", "provider", "fingerprint", "origin").
		Find(&rows).Error; err != nil {
		return nil, err
	}
	out := map[string]*db.CalendarRecord{}
	for _, r := range rows {
		out[r.Email] = &r
	}
	return out, nil
}

// applyCalendar stores the calendar's account, encrypted, if its fingerprint shows that it changed; old is nil if none
// is connected. Changes are reported without any of its contents.
func (a *applier) applyCalendar(e setup.Person, old *db.CalendarRecord) error {
	kind, name := "calendar", "of "+e.Email
	connected, changed, err := a.store.availability.SetAccount(a.tx, db.CalendarRecord{OrgID: a.org.ID, Email: e.Email,
		Origin: models.OriginFile}, old, *e.Calendar)
	switch {
	case err != nil:
		return db.Wrap("write "+kind+" "+name, err)
	case !changed:
		a.same(kind)
	case old == nil:
		a.note("created %s %s", kind, name)
	default:
		a.note("updated %s %s", kind, name)
	}
	if changed {
		a.changed(connected)
	}
	return nil
}
