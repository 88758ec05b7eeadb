/* SPDX-License-Identifier: GPL-3.0-or-later
 * Seeded random numbers: splitmix64, the same on every machine.
 */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

static inline uint64_t rng_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* 0 to bound - 1; bound > 0. (Multiply-shift; the bias is below 2^-32.) */
static inline uint32_t rng_below(uint64_t *state, uint32_t bound)
{
	return (uint32_t)((rng_next(state) >> 32) * bound >> 32);
}

#endif
