package setups

import (
	"cmp"
	"slices"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/internal/db"
	"litmus/store/team"
)

// applyMembers writes the members whom the file names, and removes those whom it named before, also without prune: its
// lists say who the admins and the recruiters are. Members of the dashboard's origin stay as they are.
func (a *applier) applyMembers() error {
	var rows []team.MemberRecord
	if err := db.Of(a.tx, a.org.ID).Order("email").Find(&rows).Error; err != nil {
		return err
	}
	stored := map[string]team.MemberRecord{}
	for _, r := range rows {
		stored[r.Email] = r
	}
	named := map[string]bool{}
	for _, e := range a.setup.Organization.Members() {
		named[e.Email] = true
		old, exists := stored[e.Email]
		if a.leaves("member", e.Email, old.Origin) {
			continue
		}
		want := old
		want.OrgID, want.Email, want.Role, want.Origin = a.org.ID, e.Email, string(e.Role), e.Origin
		want.Name = cmp.Or(e.Name, old.Name)
		same := db.SameRecord(want, old)
		if !exists {
			want.CreatedAt = a.now
		}
		want.UpdatedAt = a.now
		if old.Role != want.Role {
			a.regraded = append(a.regraded, e.Email)
		}
		if err := a.put("member", e.Email, exists, same, &want); err != nil {
			return err
		}
	}
	for _, r := range rows {
		if r.Origin != models.OriginFile || named[r.Email] {
			continue
		}
		a.unseated = append(a.unseated, r.Email)
		if err := a.tx.Delete(&r).Error; err != nil {
			return db.Wrap("remove member "+r.Email, err)
		}
		a.removed(&r)
		a.note("removed member %s", r.Email)
	}
	return nil
}

// endSessions signs out whom this run left without any role, as their removal in the dashboard does (D8), and ends the
// links in letters to new members of whoever has another role now (D5).
func (a *applier) endSessions() error {
	if err := a.store.team.EndMemberLinks(a.tx, a.org.ID, append(a.regraded, a.unseated...)...); err != nil {
		return err
	}
	return a.store.team.Unseat(a.tx, a.org.ID, a.unseated...)
}

// fillVacancies decides about the seats of those whom this run made absent, paused in a pool or left without any role:
// see [booking.Vacancy].
func (a *applier) fillVacancies() error {
	all := a.vacancies
	if len(a.unseated) > 0 {
		members, err := team.ReadMembers(a.tx, a.org.ID, " and email in ?", a.unseated)
		if err != nil {
			return db.Wrap("read members", err)
		}
		for _, email := range slices.Compact(slices.Sorted(slices.Values(a.unseated))) {
			if !slices.ContainsFunc(members, func(m models.Member) bool { return m.Email == email }) {
				all = append(all, booking.LeftVacancy(email))
			}
		}
	}
	if err := a.store.db.Vacancies.LockVacancies(a.tx, a.org.ID, all...); err != nil {
		return err
	}
	by := act.By{Actor: models.Actor{Kind: models.ActorFile}}
	return a.store.db.Vacancies.FillVacancies(by, a.tx, a.org.ID, all...)
}
