"""What films a simulated table: drawn pictures for a camera, and the judging of films and recorded evenings."""
