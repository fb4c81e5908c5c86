// Package outsidetest has servers that behave as the public documentation of services says, so that what agents ask of
// them is tried without a network: a STAC catalogue with its files, an index of works, a geocoder. They are for tests
// and for measuring; what they answer is made up.
package outsidetest
