// Which day is chosen, whether it is kept, and how keys walk from day to day.
class Choice {
  constructor(component) {
    this.of = component;
    this.day = null;
    this.pinned = false;
  }
  is(day) { return this.day && this.day.lane === day.lane && this.day.index === day.index; }
  choose(day, focus) {
    const { pair, panel, picture } = this.of;
    if (!day) {
      if (!pair.days.length) this.nothing();
      return;
    }
    const same = this.shown === pair && this.is(day);
    this.day = day;
    if (!same || focus) picture.chosen.place(day, this.pinned, focus);
    if (focus) this.of.reveal(day);
    if (!same) { this.shown = pair; panel.show(day); }
    panel.keep(this.pinned);
    this.of.redraw();
  }
  nothing() {
    this.day = null;
    this.of.picture.chosen.clear();
    this.of.panel.showNothing();
  }
  // A click keeps a day, a second one lets it go.
  pick(day) {
    if (!day) {
      this.pinned = false;
      this.of.panel.keep(false);
      return;
    }
    this.pinned = !(this.is(day) && this.pinned);
    this.choose(day, true);
  }
  pin(pinned) {
    this.pinned = pinned;
    this.choose(this.day, true);
  }
  walk(step) {
    const { lane, index } = this.day;
    const lit = this.of.pair.days.filter((day) => day.lane === lane && this.of.lit(day));
    const ahead = step > 0 ? lit.filter((day) => day.index > index) : lit.filter((day) => day.index < index).reverse();
    const next = Math.abs(step) === Infinity ? ahead[ahead.length - 1] : ahead[0];
    if (next) this.choose(next, true);
  }
  cross(lane) {
    if (this.day.lane === lane || !this.of.pair.lanes[lane].rows.length) return;
    this.choose(this.of.pair.partner(this.day) || this.closest((day) => day.lane === lane), true);
  }
  closest(fits) {
    const { pair } = this.of, time = pair.centre(this.day), away = (day) => Math.abs(pair.centre(day) - time);
    return pair.days.filter(fits).reduce((best, day) => (best && away(best) <= away(day) ? best : day), null);
  }
  // Where the filter hides the chosen day, the closest one that it shows.
  follow() {
    if (!this.day || this.of.lit(this.day)) return;
    const day = this.closest((other) => this.of.lit(other));
    this.pinned = false;
    this.choose(day, false);
    if (day) this.of.reveal(day);
  }
}
