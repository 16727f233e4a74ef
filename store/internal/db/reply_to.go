package db

// ReplyTo selects, beside an organization o and a posting p, to whom letters about the posting are answered: its first
// recruiter, "" for none. Whoever is no recruiter of the organization any more watches no posting.
const ReplyTo = `coalesce((select w.email from posting_watchers w where w.org_id = o.id and w.posting_id = p.id
	and w.recruiter order by w.position limit 1), '') as reply_to`
