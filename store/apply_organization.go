package store

import (
	"net/netip"
	"time"

	"litmus/models"
)

// organizationRow is a row of organizations in a form that can be compared with ==.
type organizationRow struct {
	ID, Slug, Name                                   string
	Approved                                         bool
	TimeZone, MailFrom, Admins                       string
	InviteDays, RescheduleMax, RescheduleCutoffHours int
	AllowPrivateNetworks                             string
	CreatedAt, UpdatedAt                             time.Time
}

func (a *applier) applyOrganization() error {
	e := a.setup.Organization
	var old organizationRow
	if err := a.tx.Raw("select * from organizations where slug = ?", e.Slug).Scan(&old).Error; err != nil {
		return err
	}
	want := organizationRow{
		ID: old.ID, Slug: e.Slug, Name: e.Name, Approved: e.Approved, TimeZone: e.TimeZone, MailFrom: e.MailFrom,
		Admins:     jsonText(list(e.Admins)),
		InviteDays: e.InviteDays, RescheduleMax: e.RescheduleMax, RescheduleCutoffHours: e.RescheduleCutoffHours,
		AllowPrivateNetworks: jsonText(append([]netip.Prefix{}, e.AllowPrivateNetworks...)), CreatedAt: old.CreatedAt,
		UpdatedAt: old.UpdatedAt,
	}
	if want.TimeZone == "" {
		want.TimeZone = "UTC" // decision 26
	}
	exists, same := old.ID != "", want == old
	if !exists {
		want.ID, want.CreatedAt = newID(prefixOrganization), a.now
	}
	want.UpdatedAt = a.now
	if exists && old.AllowPrivateNetworks != want.AllowPrivateNetworks {
		// Calendars that could not be called may be callable now, and the other way round.
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
	return a.put("organization", e.Slug, "organizations", exists, same, 1, []column{
		{"id", want.ID}, {"slug", want.Slug}, {"name", want.Name}, {"approved", want.Approved},
		{"time_zone", want.TimeZone}, {"mail_from", want.MailFrom},
		{"admins", want.Admins}, {"invite_days", want.InviteDays}, {"reschedule_max", want.RescheduleMax},
		{"reschedule_cutoff_hours", want.RescheduleCutoffHours},
		{"allow_private_networks", want.AllowPrivateNetworks}, {"created_at", want.CreatedAt},
		{"updated_at", want.UpdatedAt},
	})
}

// resume makes everything wake that waited for the organization to be approved: what it owes, and what became due
// meanwhile (decision 113). Its calendars are read again, since admins were not told of failures meanwhile.
func (a *applier) resume(orgID string) error {
	for _, table := range []string{"interviews", "candidates"} {
		if err := a.tx.Exec("update "+table+" set woken_revision = revision - 1, claimed_until = null "+
			"where org_id = ? and (converged_revision < revision or next_due_at <= ?)",
			orgID, a.now).Error; err != nil {
			return err
		}
	}
	return readAllAnew(a.tx, orgID, a.now)
}

// personRow is a row of people in a form that can be compared with ==; WorkingHours is "" if there are none.
type personRow struct {
	Email, Name, TimeZone, MeetingLink, WorkingHours string
	CalendarConnected                                bool
	CreatedAt, UpdatedAt                             time.Time
}

func (a *applier) applyPeople() error {
	var rows []personRow
	if err := a.tx.Raw("select email, name, time_zone, meeting_link, working_hours, calendar_connected, created_at, "+
		"updated_at from people where org_id = ?", a.org.ID).Scan(&rows).Error; err != nil {
		return err
	}
	people := map[string]personRow{}
	for _, r := range rows {
		people[r.Email] = r
	}
	prints, err := a.fingerprints()
	if err != nil {
		return err
	}
	for _, e := range a.setup.Interviewers {
		old, exists := people[e.Email]
		want := personRow{Email: e.Email, Name: e.Name, TimeZone: e.TimeZone, MeetingLink: e.MeetingLink,
			CalendarConnected: e.Calendar != nil, CreatedAt: old.CreatedAt, UpdatedAt: old.UpdatedAt}
		if e.WorkingHours != nil {
			want.WorkingHours = jsonText(e.WorkingHours)
		}
		if !a.prune {
			want.keep(old)
		}
		same := want == old
		if !exists {
			want.CreatedAt = a.now
		}
		want.UpdatedAt = a.now
		if err := a.put("interviewer", e.Email, "people", exists, same, 2, []column{
			{"org_id", a.org.ID}, {"email", want.Email}, {"name", want.Name}, {"time_zone", want.TimeZone},
			{"meeting_link", want.MeetingLink},
			{"working_hours", orNull(want.WorkingHours)}, {"calendar_connected", want.CalendarConnected},
			{"created_at", want.CreatedAt}, {"updated_at", want.UpdatedAt},
		}); err != nil {
			return err
		}
		if exists && old.TimeZone != want.TimeZone { // all-day events and floating times have moved
			if err := readAnew(a.tx, a.org.ID, e.Email, a.now); err != nil {
				return err
			}
		}
		if err := a.applyCalendar(e, prints[e.Email]); err != nil {
			return err
		}
	}
	return nil
}

// keep takes over what the file leaves empty from the stored row, where the person may have set it.
func (p *personRow) keep(old personRow) {
	for _, f := range []struct {
		to   *string
		from string
	}{{&p.Name, old.Name}, {&p.TimeZone, old.TimeZone}, {&p.MeetingLink, old.MeetingLink},
		{&p.WorkingHours, old.WorkingHours}} {
		if *f.to == "" {
			*f.to = f.from
		}
	}
	p.CalendarConnected = p.CalendarConnected || old.CalendarConnected
}

// fingerprints returns the fingerprints of the connected calendars, by email.
func (a *applier) fingerprints() (map[string]string, error) {
	var rows []struct{ Email, Fingerprint string }
	if err := a.tx.Raw("select email, fingerprint from calendars where org_id = ?",
		a.org.ID).Scan(&rows).Error; err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, r := range rows {
		out[r.Email] = r.Fingerprint
	}
	return out, nil
}

// applyCalendar stores the calendar's account, encrypted, if its fingerprint shows that it changed. Changes are
// reported without any of its contents.
func (a *applier) applyCalendar(e models.PersonSetup, old string) error {
	if e.Calendar == nil {
		if old == "" || !a.prune {
			return nil
		}
		a.note("removed calendar of %s", e.Email)
		return a.tx.Exec("delete from calendars where org_id = ? and email = ?", a.org.ID, e.Email).Error
	}
	want := a.store.sealFingerprint(a.org.ID, e.Email, *e.Calendar)
	sealed, err := a.store.sealAccount(a.org.ID, e.Email, *e.Calendar)
	if err != nil {
		return wrap("seal calendar", err)
	}
	// Busy times of another account mean nothing for this one, so it is read at once.
	row := []column{{"org_id", a.org.ID}, {"email", e.Email}, {"provider", e.Calendar.Provider}, {"sealed", sealed},
		{"fingerprint", want}, {"updated_at", a.now},
		{"synced_at", nil}, {"synced_until", nil}, {"failing_since", nil}, {"failures", 0}, {"revoked", false}}
	if old == "" {
		row = append(row, column{"id", newID(prefixCalendar)}, column{"created_at", a.now})
	} else if old != want {
		if err := forgetBusy(a.tx, a.org.ID, e.Email); err != nil {
			return err
		}
		if err := readAnew(a.tx, a.org.ID, e.Email, a.now); err != nil {
			return err
		}
	}
	if old != want { // this calendar may accept copies that the other one refused
		if err := reopenEvents(a.tx, a.org.ID, e.Email, a.now); err != nil {
			return err
		}
		if err := forgetCopies(a.tx, a.org.ID, e.Email); err != nil {
			return err
		}
	}
	return a.put("calendar", "of "+e.Email, "calendars", old != "", old == want, 2, row)
}
