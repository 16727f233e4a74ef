package panel

import "math/bits"

// Set is a set of the people of a [Table], by their numbers there.
type Set []uint64

func newSet(people int) Set { return make(Set, (people+63)/64) }

// Add adds the person of that number.
func (s Set) Add(who int) { s[who/64] |= 1 << (who % 64) }

func (s Set) remove(who int) { s[who/64] &^= 1 << (who % 64) }

// Has reports whether the person of that number is in the set.
func (s Set) Has(who int) bool { return s[who/64]&(1<<(who%64)) != 0 }

func (s Set) addAll(o Set) {
	for n, word := range o {
		s[n] |= word
	}
}

// firstOfBoth returns the lowest number that is in both sets, -1 for none.
func firstOfBoth(a, b Set) int {
	for n, word := range a {
		if word &= b[n]; word != 0 {
			return n*64 + bits.TrailingZeros64(word)
		}
	}
	return -1
}
