package erasure

// OutOfReach says what an erasure cannot take away, and how it goes.
func OutOfReach(postgres bool) []string {
	reach := "SQLite: what this file held before it was opened by a version that overwrites (secure_delete) may be " +
		"in its free pages: stop the service and run `sqlite3 FILE vacuum` once."
	if postgres {
		reach = "PostgreSQL: old versions of rows, until `vacuum full candidates, interviews, effects, history, " +
			"submissions, answers, grades, artifacts`; and its log until it is recycled, also in archives and replicas."
	}
	return []string{
		reach,
		"Backups: `litmus erasures export` beside each, and `litmus erasures apply` after one was restored.",
		"Temporal: ids and pseudonyms of addresses, until the namespace's retention has passed.",
		"Files that are kept where another database's are: `litmus erasures list --json` names them then.",
		"Letters that were sent, those that came back, and drafts in the person's own browser.",
		"What a notetaker or a meeting provider keeps on its side, and the bin of a calendar.",
		"The organization file and other systems that name the person: the next apply would store them again.",
	}
}
