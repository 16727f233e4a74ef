package store

import (
	"cmp"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
)

func (a *applier) applyOrganization() error {
	e := a.setup.Organization
	found, err := take[organizationRecord](a.tx.Where("slug = ?", e.Slug))
	if err != nil {
		return err
	}
	exists, old := found != nil, organizationRecord{}
	if exists {
		old = *found
	}
	want := old
	want.Slug, want.Name, want.Approved = e.Slug, e.Name, e.Approved
	want.TimeZone = cmp.Or(e.TimeZone, "UTC") // decision 26
	want.MailFrom, want.InviteDays = e.MailFrom, e.InviteDays
	want.RescheduleMax, want.RescheduleCutoffHours = e.RescheduleMax, e.RescheduleCutoffHours
	want.AllowPrivateNetworks = noneIfEmpty(e.AllowPrivateNetworks)
	same := sameRecord(want, old)
	if !exists {
		want.ID, want.CreatedAt = newID(prefixOrganization), a.now
	}
	want.UpdatedAt = a.now
	if exists && !slices.Equal(old.AllowPrivateNetworks, want.AllowPrivateNetworks) {
		// what could not be called may be called now, and the other way round
		if err := readAllAnew(a.tx, want.ID, a.now); err != nil {
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
	return a.put("organization", e.Slug, exists, same, &want)
}

// noneIfEmpty is nil for an empty list, as lists are read.
func noneIfEmpty[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// resume makes everything wake that waited for the organization to be approved: what it owes, and what became due
// meanwhile (decision 113). Its calendars are read again, since admins were not told of failures meanwhile.
func (a *applier) resume(orgID string) error {
	for _, table := range []string{"interviews", "candidates"} {
		if err := of(a.tx.Table(table), orgID).Where("converged_revision < revision or next_due_at <= ?", a.now).
			Updates(map[string]any{"woken_revision": gorm.Expr("revision - 1"),
				"claimed_until": nil}).Error; err != nil {
			return err
		}
	}
	return readAllAnew(a.tx, orgID, a.now)
}

func (a *applier) applyPeople() error {
	var rows []personRecord
	if err := of(a.tx, a.org.ID).Find(&rows).Error; err != nil {
		return err
	}
	people := map[string]personRecord{}
	for _, r := range rows {
		people[r.Email] = r
	}
	calendars, err := a.readCalendars()
	if err != nil {
		return err
	}
	for _, e := range a.setup.Interviewers {
		old, exists := people[e.Email]
		want := personRecord{OrgID: a.org.ID, Email: e.Email, Name: e.Name, TimeZone: e.TimeZone,
			MeetingLink: e.MeetingLink, WorkingHours: e.WorkingHours, Dates: e.Dates,
			CalendarConnected: e.Calendar != nil, CreatedAt: old.CreatedAt, UpdatedAt: old.UpdatedAt}
		if !a.prune {
			want.keep(old)
		}
		same := sameRecord(want, old)
		if !exists {
			want.CreatedAt = a.now
		}
		want.UpdatedAt = a.now
		if err := a.put("interviewer", e.Email, exists, same, &want); err != nil {
			return err
		}
		if exists && old.TimeZone != want.TimeZone { // all-day events and floating times have moved
			if err := readAnew(a.tx, a.org.ID, e.Email, a.now); err != nil {
				return err
			}
		}
		if err := a.applyCalendar(e, calendars[e.Email]); err != nil {
			return err
		}
	}
	return nil
}

// keep takes what the file leaves empty from the row that is there: the person may have set it elsewhere.
func (p *personRecord) keep(old personRecord) {
	p.Name, p.TimeZone = cmp.Or(p.Name, old.Name), cmp.Or(p.TimeZone, old.TimeZone)
	p.MeetingLink = cmp.Or(p.MeetingLink, old.MeetingLink)
	if p.WorkingHours == nil {
		p.WorkingHours = old.WorkingHours
	}
	if p.Dates == nil {
		p.Dates = old.Dates
	}
	p.CalendarConnected = p.CalendarConnected || old.CalendarConnected
}

// readCalendars reads the connected calendars without their accounts, by email.
func (a *applier) readCalendars() (map[string]*calendarRecord, error) {
	var rows []calendarRecord
	if err := of(a.tx, a.org.ID).Select("email", "id", "provider", "fingerprint").Find(&rows).Error; err != nil {
		return nil, err
	}
	out := map[string]*calendarRecord{}
	for _, r := range rows {
		out[r.Email] = &r
	}
	return out, nil
}

// applyCalendar stores the calendar's account, encrypted, if its fingerprint shows that it changed. Changes are
// reported without any of its contents.
func (a *applier) applyCalendar(e models.PersonSetup, old *calendarRecord) error {
	if e.Calendar == nil {
		if old == nil || !a.prune {
			return nil
		}
		a.note("removed calendar of %s", e.Email)
		a.changed(models.Change{Subject: models.SubjectPerson, SubjectID: e.Email, What: models.WhatDisconnected})
		return a.store.dropCalendar(a.tx, a.org.ID, e.Email)
	}
	kind, name := "calendar", "of "+e.Email
	connected, changed, err := a.store.setAccount(a.tx, calendarRecord{OrgID: a.org.ID, Email: e.Email}, old,
		*e.Calendar)
	switch {
	case err != nil:
		return wrap("write "+kind+" "+name, err)
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
