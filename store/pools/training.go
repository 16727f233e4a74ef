package pools

import (
	"database/sql"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// Trainings are the completed interviews of trainees that count beside what their rows say, by the pool's id and the
// trainee's address, in the order of their ends: see [models.PoolSettings.After].
type Trainings map[string]map[string][]models.PoolState

// Of returns the member of the pool as their row and their interviews make them.
func (t Trainings) Of(p models.Pool, m models.PoolMember) models.PoolMember {
	return p.After(m, t[p.ID][m.Email])
}

// trainee selects the rows m of pool_members of those who are in training, also while they are paused.
const trainee = "(m.state in ('shadow', 'reverse_shadow') or m.resumes in ('shadow', 'reverse_shadow'))"

// ReadTrainings counts at now what trainees of these pools did, of all if none is named: interviews that took place and
// have ended since their count was said, in a trainee's place of that pool, and to which they came. One statement, and
// nothing is written: so each interview counts once whatever fails and starts anew, and one that is canceled or missed
// after all does not (ADR trainings-are-counted-when-they-are-read).
func ReadTrainings(d db.Dialect, tx *gorm.DB, orgID string, now time.Time, poolIDs ...string) (Trainings, error) {
	members, args := "select m.* from pool_members m where m.org_id = ? and "+trainee, []any{orgID}
	if len(poolIDs) > 0 {
		members, args = members+" and m.pool_id in ?", append(args, poolIDs)
	}
	out := Trainings{}
	over := d.Lookup("attendees a", "attendees_by_email", `a.org_id = m.org_id and a.email = m.email
		and a.starts_at < ? and a.ends_at <= ? and (m.counted_from is null or a.ends_at > m.counted_from) and a.counts`)
	err := db.Each(tx.Raw(`select x.pool_id, x.email, i.panel
		from (select m.pool_id, m.email, a.org_id, a.interview_id from (`+members+") m"+over+`) x
		join interviews i on i.org_id = x.org_id and i.id = x.interview_id
		where i.panel is not null and i.no_show = '' order by i.ends_at, i.id`, append(args, now, now)...),
		func(rows *sql.Rows) error {
			var pool, email, text string
			var panel []models.Seated
			if err := rows.Scan(&pool, &email, &text); err != nil {
				return err
			}
			if err := db.UnmarshalText(text, &panel); err != nil {
				return err
			}
			for _, s := range panel {
				if s.Email != email || s.Pool != pool || s.Trains == "" || s.Missed {
					continue
				}
				if out[pool] == nil {
					out[pool] = map[string][]models.PoolState{}
				}
				out[pool][email] = append(out[pool][email], s.Trains)
			}
			return nil
		})
	return out, db.Wrap("count trainings", err)
}
