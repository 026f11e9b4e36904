// The window of time that is in sight: k pixels a day, from the day t on.
const PAD = 18;      // pixels at both ends
const CLOSEST = 80;  // pixels a day at the most

class Axis {
  constructor() {
    this.width = 900;
    this.span = [0, 1];
    this.k = 0;
    this.t = 0;
  }
  get room() { return this.width - 2 * PAD; }
  get fitting() { return this.room / (this.span[1] - this.span[0]); }
  get whole() { return this.k <= this.fitting * 1.0001; }
  x(time) { return PAD + (time - this.t) * this.k; }
  sees(x) { return x >= 0 && x <= this.width; }
  // Never less than all days in the width, never beyond them.
  clamp() {
    const least = this.fitting;
    this.k = clamp(this.k || least, least, Math.max(least, CLOSEST));
    this.t = clamp(this.t, this.span[0], Math.max(this.span[0], this.span[1] - this.room / this.k));
  }
  show([first, last]) {
    this.k = this.room / (last - first);
    this.t = first;
    this.clamp();
  }
  // The day below the pixel `at` stays where it is.
  zoom(factor, at) {
    const time = this.t + (at - PAD) / this.k, least = this.fitting;
    this.k = clamp(this.k * factor, least, Math.max(least, CLOSEST));
    this.moveTo(time - (at - PAD) / this.k);
  }
  moveTo(time) {
    this.t = time;
    this.clamp();
  }
  centre(time) { this.moveTo(time - this.room / this.k / 2); }
}
