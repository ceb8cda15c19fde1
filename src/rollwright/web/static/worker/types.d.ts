// Types of the script that runs behind the pages, which knows no document. Only the type checker reads this.

/** What the server writes before the script. */
declare const BUILT: {
  version: string;
  offline: string;
  files: string[];
  icon: string;
};
