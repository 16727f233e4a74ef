// Package act says who makes a change and on what they decided ([By]), what the change would do ([Preview]), and how a
// plan that was shown is confirmed ([Plan]).
//
// A preview is made of the same decision as the act itself, so a plan holds as long as its [Fact]s do.
package act
