package gate

import (
	"context"
	"errors"
	"runtime"
	"time"

	"litmus/fair"
	"litmus/models"
)

// maxWait is how long a request waits for a place: half of [answerTimeout].
const maxWait = 15 * time.Second

// places limits how many requests are served at a time. A tenant is an organization, or the network of requests that
// are not authenticated yet.
type places struct {
	*fair.Shares
	fair.SharesOptions
	what string // names the requests in messages
}

// newPlaces makes the places for organizations. There are more than one organization can take, so that the next one
// finds a free place. A processor that works on a heavy request is not free for another tenant's light one. So an
// organization that is not alone gets at most half of the processors for heavy requests.
func newPlaces(l models.Limits) places {
	processors := runtime.GOMAXPROCS(0)
	o := fair.SharesOptions{Places: max(4*processors, 2*l.RequestsServed), Share: l.RequestsServed,
		Heavy: max(1, processors/2), Most: l.RequestsAtOnce, Patience: maxWait}
	return places{fair.NewShares(o), o, "of your organization"}
}

// newUnknown makes the places for requests that are being authenticated, by network. Beyond the share as many may wait
// as one organization may have requests, since all of these may come from one address.
func newUnknown(l models.Limits) places {
	o := fair.SharesOptions{Places: 4 * l.UnknownAtOnce, Share: l.UnknownAtOnce, Heavy: l.UnknownAtOnce,
		Most: l.UnknownAtOnce + l.RequestsAtOnce, Patience: maxWait}
	return places{fair.NewShares(o), o, "that are not authenticated yet from your address"}
}

// enter waits for a place as [fair.Shares.Enter] does. It returns a [models.Throttled] error if the tenant has too many
// requests, or if no place gets free in time.
func (p places) enter(ctx context.Context, tenant string, heavy bool) (*fair.Seat, error) {
	seat, err := p.Enter(ctx, tenant, heavy)
	switch {
	case errors.Is(err, fair.ErrTooMany):
		return nil, models.Throttledf(time.Second, "more than %d requests %s at a time; wait for answers before you "+
			"send more", p.Most, p.what)
	case errors.Is(err, fair.ErrTooSlow):
		return nil, models.Throttledf(time.Second, "the requests %s are answered too slowly for all of them: %d are "+
			"served at a time; send fewer at a time", p.what, p.Share)
	}
	return seat, err
}
