package setups

import (
	"cmp"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/pipeline"
	"litmus/models/setup"
	"litmus/store/internal/db"
	"litmus/store/pools"
)

// applyPools writes the pools that the file keeps, with their members (P1). Of a member it writes only an entry that
// changed in the file since it was last applied: interviews count on in between. Members that are not in the file stay,
// unless it prunes.
func (a *applier) applyPools() error {
	list, err := pools.Read(a.tx, a.org.ID)
	if err != nil {
		return err
	}
	a.pools, a.counted = map[string]models.Pool{}, models.Instant(a.store.db.NowOf(a.org.ID))
	for _, p := range list {
		a.pools[p.Key] = p
	}
	for _, e := range a.setup.Pools {
		old := a.pools[e.Key]
		if a.leaves("pool", e.Key, old.Origin) {
			continue
		}
		if err := a.applyPool(e, old); err != nil {
			return db.Wrap("pool "+e.Key, err)
		}
	}
	if len(a.pools) > max(models.MaxPools, len(list)) { // more were stored before they were counted
		return models.Invalidf("there would be %d pools, with those that are stored; at most %d are allowed", len(a.pools),
			models.MaxPools)
	}
	return nil
}

// applyPool writes a pool; old is zero for a new one.
func (a *applier) applyPool(e setup.Pool, old models.Pool) error {
	var rows []db.PoolMemberRecord
	err := db.Of(a.tx, a.org.ID).Where("pool_id = ?", old.ID).Order("email").Find(&rows).Error
	if err != nil {
		return err
	}
	want := old
	want.OrgID, want.Key, want.Name, want.PoolSettings = a.org.ID, e.Key, e.Name, e.PoolSettings
	want.Limits = e.Limits
	want.Kind, want.Origin = cmp.Or(e.Kind, models.PoolPeople), models.OriginFile
	exists, same := old.ID != "", want == old
	if exists && old.Kind != want.Kind {
		return models.Invalidf("it is a pool of %s, and a pool keeps its kind; give the other one another key",
			old.Kind)
	}
	if !exists {
		want.ID, want.CreatedAt = db.NewID(db.PrefixPool), a.now
	}
	trained := pools.Trainings{}
	if len(rows) > 0 {
		if trained, err = pools.ReadTrainings(a.store.db.Dialect, a.tx, a.org.ID, a.counted, old.ID); err != nil {
			return err
		}
	}
	members, details, err := a.poolMembers(e, old, want, rows, trained)
	if err != nil {
		return err
	}
	rooms, err := a.poolRooms(e, want)
	if err != nil {
		return err
	}
	a.pools[e.Key], a.namedPools[want.ID] = want, true
	if same && len(details)+len(rooms.details) == 0 {
		a.same("pool")
		return a.writePoolMembers(want.ID, rows, members)
	}
	want = pipeline.SavedPool(want, a.now)
	a.pools[e.Key] = want
	row := db.RecordOfPool(want)
	if !exists {
		a.note("created pool %s", e.Key)
		a.changed(pools.Change(want, models.ChangeCreated, nil))
		if err := a.tx.Create(&row).Error; err != nil {
			return err
		}
		if err := a.writePoolRooms(rooms); err != nil {
			return err
		}
		return a.writePoolMembers(want.ID, rows, members)
	}
	a.note("updated pool %s", e.Key)
	if !same {
		a.changed(pools.Change(want, models.ChangeEdited, pipeline.PoolDetails(old, want)))
	}
	if len(details) > 0 {
		a.changed(pools.Change(want, models.ChangePoolMembersSet, details))
	}
	if len(rooms.details) > 0 {
		a.changed(pools.Change(want, models.ChangePoolRoomsSet, rooms.details))
	}
	if err := a.tx.Select("*").Updates(&row).Error; err != nil {
		return err
	}
	if err := a.writePoolRooms(rooms); err != nil {
		return err
	}
	return a.writePoolMembers(want.ID, rows, members)
}

// poolMembers are the rows of the pool's members as they are to be, with what that changes in words of its history.
//
// What trainees did since their rows were written was counted by the numbers of the pool as it was, so a row is written
// anew if these change.
func (a *applier) poolMembers(e setup.Pool, old, p models.Pool, rows []db.PoolMemberRecord,
	trained pools.Trainings) (members []db.PoolMemberRecord, details []models.Detail, err error) {
	write := func(r db.PoolMemberRecord, is, after models.PoolMember) {
		if after == is && old.PoolSettings == p.PoolSettings {
			members = append(members, r)
			return
		}
		members = append(members, db.RecordOfPoolMember(a.org.ID, p.ID, after, r.Declared, a.counted))
	}
	stored := map[string]db.PoolMemberRecord{}
	for _, r := range rows {
		stored[r.Email] = r
	}
	named := map[string]bool{}
	for _, m := range e.Members {
		if m, err = m.Check(); err != nil {
			return nil, nil, err
		}
		named[m.Email] = true
		declared := db.JSONText([]any{m.State, m.Done, m.PausedUntil, m.Resumes})
		row, exists := stored[m.Email]
		if !exists {
			after := p.Trained(m)
			details = append(details, pipeline.PoolMemberDetails(nil, &after)...)
			members = append(members, db.RecordOfPoolMember(a.org.ID, p.ID, after, declared, a.counted))
			continue
		}
		before := trained.Of(old, row.Model())
		after := p.Trained(before)
		if row.Declared != declared {
			after = p.Trained(m)
			after.Counted = before.Counted
			row.Declared = declared
		}
		if before != after {
			a.vacancies = append(a.vacancies, booking.PausedVacancy(p.ID, a.org.TimeZone, before, after))
			details = append(details, pipeline.PoolMemberDetails(&before, &after)...)
		}
		write(row, before, after)
	}
	for _, r := range rows {
		switch was := trained.Of(old, r.Model()); {
		case named[r.Email]:
		case a.prune:
			details = append(details, pipeline.PoolMemberDetails(&was, nil)...)
		default:
			after := p.Trained(was)
			if after != was {
				details = append(details, pipeline.PoolMemberDetails(&was, &after)...)
			}
			write(r, was, after)
		}
	}
	if len(members) > max(models.MaxPoolMembers, len(rows)) {
		return nil, nil, models.Invalidf("it would have %d members, with those that are stored; at most %d are allowed",
			len(members), models.MaxPoolMembers)
	}
	return members, details, nil
}

// writePoolMembers writes what differs between two states of a pool's members.
func (a *applier) writePoolMembers(poolID string, before, after []db.PoolMemberRecord) error {
	was := map[string]db.PoolMemberRecord{}
	for _, r := range before {
		was[r.Email] = r
	}
	var add []db.PoolMemberRecord
	for _, r := range after {
		old, exists := was[r.Email]
		delete(was, r.Email)
		switch {
		case !exists:
			add = append(add, r)
		case old != r:
			if err := a.tx.Select("*").Updates(&r).Error; err != nil {
				return db.Wrap("write member of pool", err)
			}
		}
	}
	if gone := db.SortedKeys(was); len(gone) > 0 {
		if err := db.Of(a.tx, a.org.ID).Where("pool_id = ? and email in ?", poolID, gone).
			Delete(&db.PoolMemberRecord{}).Error; err != nil {
			return db.Wrap("remove members of pool", err)
		}
	}
	_, err := db.Create(a.tx, add, nil)
	return db.Wrap("write members of pool", err)
}

// prunePools removes the pools of the file's origin that are no longer in it, unless a seat names them.
func (a *applier) prunePools() error {
	use, err := pools.Use(a.tx, a.org.ID)
	if err != nil {
		return err
	}
	for _, key := range db.SortedKeys(a.pools) {
		p := a.pools[key]
		if a.namedPools[p.ID] || p.Origin != models.OriginFile {
			continue
		}
		if pipeline.CheckPoolRemoval(p, use[p.ID]) != nil {
			a.note("kept pool %s: a seat of a step names it", key)
			continue
		}
		if err := pools.Delete(a.store.db, a.tx, p); err != nil {
			return err
		}
		if err := a.erased(models.SubjectPool, p.ID, models.Quote(p.Name)); err != nil {
			return err
		}
		a.note("removed pool %s", key)
	}
	return nil
}

// poolName returns the name of a pool by its id, "" for none.
func (a *applier) poolName(id string) string {
	for _, p := range a.pools {
		if p.ID == id {
			return p.Name
		}
	}
	return ""
}
