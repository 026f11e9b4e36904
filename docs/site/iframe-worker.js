// Search runs in a worker, and browsers refuse workers to pages opened from the disk: there a frame stands in for it.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(url) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      this.inside = this.frame.contentWindow;
      this.inside.postMessage = (data) => {
        const copy = structuredClone(data);
        setTimeout(() => this.onmessage?.({ data: copy }));
      };
      const script = this.inside.document.createElement("script");
      script.src = url;
      this.loaded = new Promise((done) => (script.onload = done));
      this.inside.document.body.append(script);
    }
    postMessage(data) {
      const copy = this.inside.structuredClone(data);
      this.loaded.then(() => this.inside.onmessage({ data: copy }));
    }
    terminate() {
      this.frame.remove();
    }
  };
}
