package workflows

import (
	"strings"

	"litmus/activities"
)

// mostBatched is how many letters leave by one activity at most. Nearly every booking owes two at once; with more, the
// letters that a worker has under way, which wait for its eight connections to the mail server, would be many times the
// activities that it was given.
const mostBatched = 2

// batch are the targets whose letters leave by one activity.
type batch []activities.Target

// batched joins the activities that may be a batch. What is soon has turns of its own at the queue, and batches of its
// own.
func batched(starts []start) (out []start) {
	open := map[bool]int{} // the place in out of the batch that others may join, by whether it is soon
	for _, a := range starts {
		if a.batch == nil {
			out = append(out, a)
			continue
		}
		n, found := open[a.target.Soon]
		if !found || len(out[n].batch) == mostBatched {
			open[a.target.Soon] = len(out)
			out = append(out, a)
			continue
		}
		out[n].batch = append(out[n].batch, a.target)
	}
	for n := range out {
		switch len(out[n].batch) {
		case 0:
		case 1:
			out[n].batch = nil
		default:
			out[n].retries = noRetries // each that fails goes on alone
		}
	}
	return out
}

func (b batch) names() []string {
	out := make([]string, len(b))
	for n, t := range b {
		out[n] = t.Name
	}
	return out
}

// targets are all targets of the activity.
func (a start) targets() []activities.Target {
	if len(a.batch) > 0 {
		return a.batch
	}
	return []activities.Target{a.target}
}

// summary is what operators read of the activity.
func (a start) summary() string {
	var words []string
	for _, t := range a.targets() {
		words = append(words, t.Kind+" to "+t.Name)
	}
	return strings.Join(words, ", ")
}
