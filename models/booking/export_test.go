package booking

// What the tests see beside what is exported.
var (
	LeastLoaded  = leastLoaded
	PickRefusals = pickRefusals
)
