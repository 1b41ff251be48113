// The pieces of a board. While a photograph is shown, a second picture of it is looked for.

import { photographed } from './photograph_page.js';

photographed('/stand/pieces', 2000);
