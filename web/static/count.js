// The cards of a box, counted.

import { photographed } from './photograph_page.js';

photographed('/stand/count', 4000);
