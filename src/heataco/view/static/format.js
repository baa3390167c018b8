// Numbers for people.

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export const whole = (value) => grouped.format(value);

// Seven digits, as the command line prints costs.
export function cost(value) {
  const text = Number(value.toPrecision(7));
  return Math.abs(text) >= 1e15 ? text.toExponential(6) : text.toLocaleString("en", { maximumFractionDigits: 7 });
}

export const percent = (value) => `${(Math.abs(value) < 5e-4 ? 0 : value).toFixed(3)} %`; // not -0

export function seconds(value) {
  return value < 100 ? `${value.toFixed(2)} s` : `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

// How fast a search goes; where an iteration takes longer than a second, how long.
export function rate(value) {
  if (!value) return "–";
  return value >= 1 ? `${whole(value)} iterations/s` : `${short(1 / value)} s per iteration`;
}

export const short = (value) => Number(value.toPrecision(3)).toString();

// The unit of costs, where it is known.
export function unit(metric) {
  return { latlon_km: " km", latlon_m: " m", GEO: " km" }[metric] ?? "";
}
