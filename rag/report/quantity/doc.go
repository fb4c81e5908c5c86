// Package quantity reads figures from text: exact decimals with their unit, the way they were printed and
// how far printing rounded them. It decides what stands there, not what it means.
//
// A number is never a float: values are decimals of arbitrary precision, and conversion factors are exact.
// Number formats differ by locale (1,234.5 and 1.234,5): the format is decided for a run of text (Detect) or for
// the columns of a table (Decide, which says why) and given to Find or Normalise; a figure impossible in that
// format is read in the only possible way and says so. What can be
// read in no way - dates, versions, fractions, ordinals - is no quantity.
//
// All functions are pure and safe for concurrent use.
package quantity
