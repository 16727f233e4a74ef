package db

import "gorm.io/gorm"

// ReplyTo selects, beside an organization o and a posting p, to whom candidates of the posting write, and to whom
// letters about it are answered: its first recruiter, else the organization's address for questions, "" for nobody.
// Whoever is no recruiter of the organization any more watches no posting.
const ReplyTo = `coalesce((select w.email from posting_watchers w where w.org_id = o.id and w.posting_id = p.id
	and w.recruiter order by w.position limit 1), o.support_email) as reply_to`

// ReadReplyTo reads [ReplyTo].
func ReadReplyTo(tx *gorm.DB, orgID, postingID string) (email string, err error) {
	err = tx.Raw("select "+ReplyTo+" from organizations o join postings p on p.org_id = o.id and p.id = ? where o.id = ?",
		postingID, orgID).Scan(&email).Error
	return email, Wrap("read to whom to write", err)
}
