package activities

import "time"

// AskLinkEvery sets the pause between two questions for a link that is not ready.
func (a *Activities) AskLinkEvery(d time.Duration) { a.askLink = d }

// LinkTries is how often a link that is not ready is asked for.
const LinkTries = linkTries
