package pages

import (
	"context"

	"litmus/models"
	"litmus/store/internal/db"
)

// SetupProgress reads what a new team has done before its first interview (D10), with one statement: once there is an
// interview it looks at nothing else.
func (s *Store) SetupProgress(ctx context.Context, orgID string) (b models.SetupProgress, err error) {
	err = s.db.Read.WithContext(ctx).Raw(`with known as (
			select exists (select 1 from interviews where org_id = @org) as interview,
				coalesce((select id from postings where org_id = @org and status = 'open'
					order by created_at desc, id desc limit 1), '') as posting_id)
		select k.interview, k.posting_id,
			not k.interview and (select count(*) from (select email from members where org_id = @org
				union select email from people where org_id = @org
				union select email from posting_interviewers where org_id = @org and named) t) > 1 as colleagues,
			not k.interview and exists (select 1 from rounds r
				join postings p on p.org_id = r.org_id and p.id = r.posting_id and p.status = 'open'
				join assessments a on a.org_id = r.org_id and a.id = r.assessment_id and a.delivery_mode = 'sync'
				where r.org_id = @org and r.type = 'assessment' and r.bookable) as pipeline,
			not k.interview and exists (select 1 from posting_interviewers n
				join postings p on p.org_id = n.org_id and p.id = n.posting_id and p.status = 'open'
				left join people x on x.org_id = n.org_id and x.email = n.email
				where n.org_id = @org and (x.working_hours is not null or x.calendar_connected
					or exists (select 1 from slots s where s.org_id = n.org_id and s.posting_id = n.posting_id
						and s.email = n.email and s.start_at > @now))) as times
		from known k`, map[string]any{"org": orgID, "now": s.db.NowOf(orgID)}).Scan(&b).Error
	return b, db.Wrap("read the first steps", err)
}
