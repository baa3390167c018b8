// Numbers for people.

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export const whole = (value) => grouped.format(value);

// Integers in full, other numbers to seven digits or more, as the command line prints costs.
export function cost(value) {
  if (Math.abs(value) >= 1e15) return value.toExponential(6);
  const few = { maximumSignificantDigits: 7 };
  const fixed = { maximumFractionDigits: 1 };
  return value.toLocaleString("en", Number.isInteger(value) || Math.abs(value) >= 1e6 ? fixed : few);
}

export const percent = (value) => `${(Math.abs(value) < 5e-4 ? 0 : value).toFixed(3)} %`; // not -0

export function seconds(value) {
  const whole = Math.round(value);
  return value < 100 ? `${value.toFixed(2)} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

// How fast a search goes; where an iteration takes longer than a second, how long.
export function rate(value) {
  if (!value) return "–";
  return value >= 1 ? `${whole(value)} iterations/s` : `${short(1 / value)} s per iteration`;
}

// Three digits, and all of those before the point.
export function short(value) {
  const size = Math.abs(value);
  return size >= 1000 && size < 1e9 ? whole(value) : Number(value.toPrecision(3)).toString();
}

// The unit of costs, where it is known.
export function unit(metric) {
  return { latlon_km: " km", latlon_m: " m", GEO: " km" }[metric] ?? "";
}
