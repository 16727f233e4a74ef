package effect

// maxThread is how many letters a thread names besides its first: mail programs need few, and a header has an end.
const maxThread = 10

// Thread returns the Message-IDs of the letters about the subject that the entry's recipient may have, oldest first,
// without the entry's own: what References names (RFC 5322 3.6.4), so that mail programs show one thread. Of many it
// has the first, by which they know the thread, and the last ten.
func (e Entry) Thread(ledger []Entry) (ids []string) {
	for _, told := range byTarget(ledger)[e.Target] {
		if told.Told() && told.ProviderID != "" && told.ProviderID != e.ProviderID && told.Revision <= e.Revision {
			ids = append(ids, told.ProviderID)
		}
	}
	if len(ids) > 1+maxThread {
		ids = append(ids[:1:1], ids[len(ids)-maxThread:]...)
	}
	return ids
}
